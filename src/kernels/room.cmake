# Results are the same on every machine: a product is rounded before it is added, never fused. (The instruction
# sets of single files stand in those files, so that the bare Makefile needs no list of them; see avx2.cpp.)
target_compile_options(tabia_kernels PRIVATE -ffp-contract=off)
