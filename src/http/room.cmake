# Standalone Asio for the sockets (src/http/stream.h, loop.*): headers only.
find_path(TABIA_ASIO_HEADERS asio.hpp)
mark_as_advanced(TABIA_ASIO_HEADERS)
if(NOT TABIA_ASIO_HEADERS)
  message(FATAL_ERROR "asio.hpp is missing: install standalone Asio (Debian: apt-get install libasio-dev), or let ./run do it")
endif()
target_include_directories(tabia_http SYSTEM PRIVATE "${TABIA_ASIO_HEADERS}")
target_compile_definitions(tabia_http PRIVATE ASIO_STANDALONE ASIO_NO_DEPRECATED)
if(TABIA_SANITIZE STREQUAL "thread")
  # The thread sanitizer doesn't know fences; Asio's queues are ordered by their mutex without them.
  target_compile_definitions(tabia_http PRIVATE ASIO_DISABLE_FENCED_BLOCK)
endif()

# OpenSSL for `tabia serve --cert --key`, if it is installed.
option(TABIA_TLS "Serve over TLS, if OpenSSL is installed" ON)
if(TABIA_TLS)
  find_package(OpenSSL QUIET)
endif()
if(TABIA_TLS AND OpenSSL_FOUND)
  target_compile_definitions(tabia_http PRIVATE TABIA_HAS_TLS=1)
  target_link_libraries(tabia_http PRIVATE OpenSSL::SSL OpenSSL::Crypto)
else()
  target_compile_definitions(tabia_http PRIVATE TABIA_HAS_TLS=0)
endif()
