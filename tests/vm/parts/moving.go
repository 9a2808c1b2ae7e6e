// SPDX-License-Identifier: MIT OR GPL-2.0-only

// moving - a program in Go for tests: stacks that move while functions on them run, goroutines that are preempted by signals, garbage that is
// collected, panics that are recovered. It prints the same each time, and ends with status 7.
package main

import (
	"fmt"
	"os"
	"runtime"
	"sort"
	"strings"
	"sync"
)

type node struct {
	left, right *node
	words       [4]uint64
}

// Each call has a frame of half a KiB, and a pointer into that of its caller: the stack grows, is copied to another place, and
// pointers into it are changed.
//
//go:noinline
func deeper(depth int, sum *uint64) uint64 {
	var frame [64]uint64
	for i := range frame {
		frame[i] = uint64(depth*64 + i)
	}
	if depth == 0 {
		return *sum
	}
	local := *sum + frame[depth%64]
	return deeper(depth-1, &local) + frame[63] - uint64(depth*64+63)
}

//go:noinline
func tree(depth int) *node {
	if depth == 0 {
		return &node{}
	}
	return &node{tree(depth - 1), tree(depth - 1), [4]uint64{uint64(depth)}}
}

//go:noinline
func weigh(at *node) uint64 {
	if at == nil {
		return 0
	}
	return at.words[0] + weigh(at.left) + weigh(at.right) + 1
}

// A loop without a call: only a signal takes it from its thread.
//
//go:noinline
func spin(rounds int) uint64 {
	value := uint64(1)
	for i := 0; i < rounds; i++ {
		value = value*6364136223846793005 + 1442695040888963407
	}
	return value
}

//go:noinline
func recovered(number int) (text string) {
	defer func() {
		text = fmt.Sprint("recovered ", recover())
	}()
	if number%2 == 0 {
		panic(number)
	}
	var list []int
	return fmt.Sprint(list[number])
}

func main() {
	const workers = 12
	results := make([]string, workers)
	var wait sync.WaitGroup
	for worker := 0; worker < workers; worker++ {
		wait.Add(1)
		go func(worker int) {
			defer wait.Done()
			var parts []string
			for round := 0; round < 3; round++ {
				start := uint64(worker)
				parts = append(parts, fmt.Sprintf("%d", deeper(100*(round+1)+worker, &start)))
				parts = append(parts, fmt.Sprintf("%d", weigh(tree(8))))
				parts = append(parts, fmt.Sprintf("%x", spin(200000)))
				if round == 1 {
					runtime.GC()
				}
			}
			results[worker] = strings.Join(parts, " ")
		}(worker)
	}
	wait.Wait()
	for worker, result := range results {
		fmt.Println(worker, result)
	}
	counts := map[string]int{}
	for i := 0; i < 2000; i++ {
		counts[fmt.Sprint(i*7919%101)]++
	}
	names := make([]string, 0, len(counts))
	for name := range counts {
		names = append(names, name)
	}
	sort.Strings(names)
	fmt.Println(len(names), names[:10], counts["7"])
	fmt.Println(recovered(4))
	fmt.Println(recovered(5))
	os.Exit(7)
}
