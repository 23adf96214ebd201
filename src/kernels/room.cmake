# Results are the same on every machine: a product is rounded before it is added, never fused. (A file that
# needs special instruction sets enables them itself, so that the bare Makefile needs no list of such files;
# see avx2.cpp.)
target_compile_options(tabia_kernels PRIVATE -ffp-contract=off)

# This check makes vector code twice as large (planes_avx512.cpp compiles in 13 s of processor time, in 8 s
# without the check). The address sanitizer finds an access through a wrong pointer; a wrong pointer that is
# never used isn't found.
if(TABIA_SANITIZE MATCHES "undefined")
  target_compile_options(tabia_kernels PRIVATE -fno-sanitize=pointer-overflow)
endif()
