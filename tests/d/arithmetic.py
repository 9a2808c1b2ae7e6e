# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Integer expressions of D, said in C: the C compiler then tells the values that the D compiler must give.

D differs from C in two ways (docs/d.md): the result of an operator has 64 bits, and types are ranked by size and sign, without
a promotion to int. So each operator becomes one on uint64_t or int64_t, and this file decides only types and conversions.
"""
import re

SIZES = {"char": 1, "short": 2, "int": 4, "long": 8, "long long": 8, "int8_t": 1, "int16_t": 2, "int32_t": 4, "int64_t": 8}
TYPES = {"signed char": (1, True)}
for _name, _size in SIZES.items():
    TYPES[_name] = (_size, True)
    TYPES[("u" if _name.endswith("_t") else "unsigned ") + _name] = (_size, False)
TYPES["unsigned"] = (4, False)
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
INT, LONG = (4, True), (8, True)
MASK = (1 << 64) - 1
TOKEN = re.compile(r"\s*(0[xX][0-9a-fA-F]+[uUlL]*|\d+[uUlL]*|'.'|[A-Za-z_][A-Za-z_0-9.]*|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^~!<>?:()])")
LEVELS = [["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", "<=", ">", ">="], ["<<", ">>"], ["+", "-"], ["*", "/", "%"]]


def number_type(size, is_signed):
    return "%sint%d_t" % ("" if is_signed else "u", size * 8)


def wrap(value, kind):
    """A 64-bit register that holds @value as a value of type @kind."""
    size, is_signed = kind
    value &= (1 << size * 8) - 1
    if is_signed and value >> (size * 8 - 1):
        value -= 1 << size * 8
    return value & MASK


def as_signed(value):
    return value - (1 << 64) if value >> 63 else value


def type_fits(kind, to):
    if to[0] == 8:
        return True
    return (not kind[1] or to[1]) if to[0] > kind[0] else kind == to


def common(a, b):
    return a if a[0] * 2 + (not a[1]) >= b[0] * 2 + (not b[1]) else b


class Node:
    """@text is C of type uint64_t; @kind: (size, signed); @const: the value, None when it is not constant."""

    def __init__(self, text, kind, const=None, op=None, operands=()):
        self.text, self.kind, self.const, self.op, self.operands = text, kind, const, op, operands
        if const is not None:
            self.text = "0x%xull" % const

    def fits(self, kind):
        if kind[0] == 8:
            return True
        if self.const is not None:
            return wrap(self.const, kind) == self.const
        if self.op == "?":
            return all(operand.fits(kind) for operand in self.operands)
        if self.op == "&" and any(o.const is not None and as_signed(o.const) >= 0 and o.fits(kind) for o in self.operands):
            return True
        if self.op in ("+", "-", "*", "<<", "negate") or (self.op == "/" and self.kind[1]) or (self.op == "~" and not self.kind[1]):
            return False
        if self.op in ("/", "%", "&", "|", "^", "~"):
            return all(operand.fits(self.kind) for operand in self.operands) and type_fits(self.kind, kind)
        if self.op == ">>":
            return self.operands[0].fits(self.kind) and type_fits(self.kind, kind)
        return type_fits(self.kind, kind)

    def cast(self, kind):
        if self.const is not None:
            return Node("", kind, wrap(self.const, kind))
        return Node("(uint64_t)(%s)%s" % (number_type(*kind), self.text), kind)

    def operand(self, kind):
        """Converted as C does, unless it may have more bits than its type."""
        return self.cast(kind) if self.const is not None or self.fits(self.kind) else self


def fold(node, value, wide):
    size, is_signed = node.kind
    if wide and is_signed and size >= 4 and wrap(value, node.kind) != value:
        return Node("", LONG, value)
    return Node("", node.kind, value)


def compute(op, kind, a, b):
    x, y = (as_signed(a), as_signed(b)) if kind[1] else (a, b)
    if op in ("/", "%"):
        quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
        return (quotient if op == "/" else x - quotient * y) & MASK
    if op in ("<<", ">>"):
        return (a << (b & 63) if op == "<<" else x >> (b & 63)) & MASK
    if op in COMPARISONS:
        return int({"<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y, "==": x == y, "!=": x != y}[op])
    if op in ("&&", "||"):
        return int(bool(a and b) if op == "&&" else bool(a or b))
    return {"+": a + b, "-": a - b, "*": a * b, "&": a & b, "|": a | b, "^": a ^ b}[op] & MASK


def binary(op, left, right):
    if op in ("&&", "||"):
        kind = INT
    elif op in ("<<", ">>"):
        kind = (max(left.kind[0], right.kind[0]), left.kind[1])
    else:
        kind = common(left.kind, right.kind)
    if op in COMPARISONS and kind[0] < 4:
        kind = INT
    if op in ("/", "%") + COMPARISONS:
        left, right = left.operand(kind), right.operand(kind)
    how = "(%sint64_t)" % ("" if kind[1] else "u")
    result = INT if op in COMPARISONS else kind
    if op in ("<<", ">>"):
        text = "(uint64_t)(%s%s %s (%s & 63))" % (how if op == ">>" else "", left.text, op, right.text)
    else:
        text = "(uint64_t)(%s%s %s %s%s)" % (how, left.text, op, how, right.text)
    node = Node(text, result, op=op, operands=(left, right))
    if left.const is not None and right.const is not None:
        return fold(node, compute(op, kind, left.const, right.const), op in ("+", "-", "*", "<<"))
    return node


class Parser:
    def __init__(self, text, variables):
        self.tokens, self.variables, self.at = TOKEN.findall(text) + [""], variables, 0

    def take(self, token=None):
        found = self.tokens[self.at]
        if token is not None and found != token:
            raise ValueError("expected %s, found %s" % (token, found))
        self.at += 1
        return found

    def type_name(self):
        """The type after (, with its ); None: there is none."""
        at, words = self.at, []
        while self.tokens[at] in ("unsigned", "signed", "char", "short", "int", "long") or self.tokens[at] in TYPES:
            words.append(self.tokens[at])
            at += 1
        if not words:
            return None
        name = " ".join(words)
        self.at = at
        self.take(")")
        return TYPES[name if name in TYPES else name.replace(" int", "")]

    def constant(self, token):
        if token[0] == "'":
            return Node("", INT, ord(token[1]))
        digits = token.rstrip("uUlL")
        suffix = token[len(digits):].lower()
        value, decimal = int(digits, 0), not digits.lower().startswith("0x")
        for size in (4, 8):
            if size == 4 and "l" in suffix:
                continue
            if "u" not in suffix and value < 1 << (size * 8 - 1):
                return Node("", (size, True), value)
            if ("u" in suffix or not decimal) and value < 1 << size * 8:
                return Node("", (size, False), value)
        return Node("", (8, False), value)

    def primary(self):
        token = self.take()
        if token == "(":
            kind = self.type_name()
            if kind:
                return self.unary().cast(kind)
            node = self.conditional()
            self.take(")")
            return node
        if token[0].isdigit() or token[0] == "'":
            return self.constant(token)
        return Node("(uint64_t)%s" % token, self.variables[token])

    def unary(self):
        op = self.tokens[self.at]
        if op not in ("-", "~", "!", "+"):
            return self.primary()
        self.take()
        left = self.unary()
        if op == "+":
            return left
        if op == "!":
            node = Node("(uint64_t)!%s" % left.text, INT, op="!")
            return node if left.const is None else fold(node, int(not left.const), False)
        node = Node("(uint64_t)(%s%s)" % (op, left.text), left.kind, op="negate" if op == "-" else op, operands=(left,))
        if left.const is None:
            return node
        return fold(node, (-left.const if op == "-" else ~left.const) & MASK, op == "-")

    def level(self, number):
        if number == len(LEVELS):
            return self.unary()
        left = self.level(number + 1)
        while self.tokens[self.at] in LEVELS[number]:
            op = self.take()
            left = binary(op, left, self.level(number + 1))
        return left

    def conditional(self):
        cond = self.level(0)
        if self.tokens[self.at] != "?":
            return cond
        self.take("?")
        left = self.conditional()
        self.take(":")
        right = self.conditional()
        if cond.const is not None:
            return left if cond.const else right
        kind = common(left.kind, right.kind)
        left, right = left.operand(kind), right.operand(kind)
        return Node("(%s ? %s : %s)" % (cond.text, left.text, right.text), kind, op="?", operands=(left, right))


def translate(text, variables):
    """The Node of an expression of D. @variables: name to (size, signed)."""
    parser = Parser(text, variables)
    node = parser.conditional()
    parser.take("")
    return node
