# Results are the same on every machine: a product is rounded before it is added, never fused. (The instruction
# sets of single files stand in those files, so that the bare Makefile needs no list of them; see avx2.cpp.)
target_compile_options(tabia_kernels PRIVATE -ffp-contract=off)

# This check makes code for vectors twice as large (planes_avx512.cpp: 13 s of processor time, 8 s without). An access
# through a wrong pointer is found by the address sanitizer; a wrong pointer that nobody uses goes unseen.
if(TABIA_SANITIZE MATCHES "undefined")
  target_compile_options(tabia_kernels PRIVATE -fno-sanitize=pointer-overflow)
endif()
