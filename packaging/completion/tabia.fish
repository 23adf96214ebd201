# fish asks bash, with the words of the line.
function __tabia_complete
  bash -c 'source <(tabia completion bash); COMP_WORDS=(tabia "$@"); COMP_CWORD=$#; _tabia
    printf "%s\n" "${COMPREPLY[@]}"' tabia (commandline -opc)[2..] "$(commandline -ct)"
end
complete -c tabia -f -a '(__tabia_complete)'
