# SPDX-License-Identifier: MIT OR GPL-2.0-only
# cpack: .deb and .rpm of the components anytrace, dkms and export, and one .tar.gz with everything. toolchains/package builds and packs.
set(CPACK_PACKAGE_NAME anytrace)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR "the anytrace project")
set(CPACK_PACKAGE_CONTACT "the anytrace authors <root@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "DTrace for Linux")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_ANYTRACE_SOURCE ${PROJECT_SOURCE_DIR})
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_BINARY_DIR}/pack.cmake)

# Debian's name of the CPU; RPM's is ours.
dt_isa_fact(deb_architecture ${DTRACE_ISA} isa_deb)
set(about "dtrace answers questions about a running Linux kernel with programs in the D language")
set(scripts ${CMAKE_CURRENT_BINARY_DIR}/scripts)
foreach(script anytrace.postinst anytrace.prerm anytrace.postrm dkms.postinst dkms.prerm anytrace.post anytrace.preun anytrace.postun dkms.post dkms.preun)
	configure_file(scripts/${script} ${scripts}/${script} @ONLY)
endforeach()

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_ANYTRACE_PACKAGE_NAME anytrace)
set(CPACK_DEBIAN_ANYTRACE_PACKAGE_ARCHITECTURE ${deb_architecture})
set(CPACK_DEBIAN_ANYTRACE_PACKAGE_RECOMMENDS "anytrace-dkms (= ${PROJECT_VERSION}), libstdc++6") # libstdc++6: -x demangle
set(CPACK_DEBIAN_DKMS_PACKAGE_NAME anytrace-dkms)
set(CPACK_DEBIAN_DKMS_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DKMS_PACKAGE_DEPENDS "dkms")
set(CPACK_DEBIAN_EXPORT_PACKAGE_NAME anytrace-export)
set(CPACK_DEBIAN_EXPORT_PACKAGE_ARCHITECTURE ${deb_architecture})
set(CPACK_DEBIAN_EXPORT_PACKAGE_RECOMMENDS "anytrace (= ${PROJECT_VERSION})")
set(CPACK_COMPONENT_EXPORT_DESCRIPTION "DTrace for Linux, metrics\n${about}.\nThis is dtrace-export, which exposes what they aggregate to Prometheus and Performance Co-Pilot.")
set(CPACK_COMPONENT_ANYTRACE_DESCRIPTION "DTrace for Linux\n${about}.\nThis is the command and its library; anytrace-dkms has the kernel module.")
set(CPACK_COMPONENT_DKMS_DESCRIPTION "DTrace for Linux, kernel module\n${about}.\nThis is the source of its kernel module, built for each kernel by DKMS.")

set(CPACK_RPM_COMPONENT_INSTALL ON)
set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_LICENSE "MIT OR GPL-2.0-only")
set(CPACK_RPM_ANYTRACE_PACKAGE_NAME anytrace)
set(CPACK_RPM_ANYTRACE_PACKAGE_ARCHITECTURE ${DTRACE_ISA})
set(CPACK_RPM_DKMS_PACKAGE_NAME anytrace-dkms)
set(CPACK_RPM_DKMS_PACKAGE_ARCHITECTURE noarch)
set(CPACK_RPM_DKMS_PACKAGE_REQUIRES dkms)
set(CPACK_RPM_EXPORT_PACKAGE_NAME anytrace-export)
set(CPACK_RPM_EXPORT_PACKAGE_ARCHITECTURE ${DTRACE_ISA})
set(CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION /usr/src /usr/lib/udev /usr/lib/udev/rules.d /usr/lib/systemd /usr/lib/systemd/system /usr/lib/pkgconfig /usr/share/bash-completion
	/usr/share/bash-completion/completions /usr/share/doc /usr/share/man /usr/share/man/man8 /usr/include /usr/sbin
	/usr/${CMAKE_INSTALL_LIBDIR} /usr/${CMAKE_INSTALL_LIBDIR}/pkgconfig)
# Who only traces needs no pkg-config; build ids of other packages' files are nobody's business.
set(CPACK_RPM_SPEC_MORE_DEFINE "%define __requires_exclude pkg-config\n%define _build_id_links none")
foreach(component ANYTRACE DKMS)
	string(TOLOWER ${component} name)
	set(CPACK_RPM_${component}_POST_INSTALL_SCRIPT_FILE ${scripts}/${name}.post)
	set(CPACK_RPM_${component}_PRE_UNINSTALL_SCRIPT_FILE ${scripts}/${name}.preun)
endforeach()
set(CPACK_RPM_ANYTRACE_POST_UNINSTALL_SCRIPT_FILE ${scripts}/anytrace.postun)
# What the scripts run must be there before them. Files, for the packages that have them are called otherwise from system to system.
set(CPACK_RPM_ANYTRACE_PACKAGE_REQUIRES_POST "/usr/sbin/groupadd, /usr/sbin/update-alternatives")
set(CPACK_RPM_ANYTRACE_PACKAGE_REQUIRES_PREUN "/usr/sbin/update-alternatives")
set(CPACK_RPM_ANYTRACE_PACKAGE_REQUIRES_POSTUN "/usr/sbin/groupdel")

# dpkg wants these names
foreach(pair anytrace=postinst anytrace=prerm anytrace=postrm dkms=postinst dkms=prerm)
	string(REPLACE "=" ";" pair ${pair})
	list(GET pair 0 name)
	list(GET pair 1 script)
	configure_file(${scripts}/${name}.${script} ${scripts}/deb-${name}/${script} COPYONLY
		FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
endforeach()
set(CPACK_DEBIAN_ANYTRACE_PACKAGE_CONTROL_EXTRA ${scripts}/deb-anytrace/postinst ${scripts}/deb-anytrace/prerm ${scripts}/deb-anytrace/postrm
	${CMAKE_CURRENT_SOURCE_DIR}/scripts/triggers)
set(CPACK_DEBIAN_DKMS_PACKAGE_CONTROL_EXTRA ${scripts}/deb-dkms/postinst ${scripts}/deb-dkms/prerm)

if(TARGET dt_libdtrace_so)
	file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/pack.cmake INPUT ${CMAKE_CURRENT_SOURCE_DIR}/pack.cmake.in)
endif()
include(CPack)
