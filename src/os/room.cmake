# Sockets of Windows.
if(WIN32)
  target_link_libraries(tabia_os PUBLIC ws2_32)
endif()
