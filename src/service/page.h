// service/page.h: the built-in web page and documents.
//
// The build embeds the files of web/dist (the built page) in the program (room.cmake). Without them the
// program serves a small page that says how to get the real one.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "http/http.h"

namespace tabia::service {

struct EmbeddedFile {
  std::string_view path;  // "assets/index-BdA3kx9f.js"
  std::string_view content;
  // The same content, compressed; empty: not available.
  std::string_view gzip = {};
  std::string_view brotli = {};
};

// Defined in a generated source: the files of web/dist.
[[nodiscard]] std::span<const EmbeddedFile> embedded_page() noexcept;
// src/service/openapi.json
[[nodiscard]] std::string_view openapi_text() noexcept;

// The content type of a file by its extension.
[[nodiscard]] std::string_view content_type_of(std::string_view path) noexcept;

// What the page may do: run its own scripts and WebAssembly, talk to this server, nothing else.
inline constexpr std::string_view kPagePolicy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";

class Page {
 public:
  explicit Page(std::span<const EmbeddedFile> files = embedded_page());

  // Is there a file for this path ("/" is index.html)?
  [[nodiscard]] bool has(std::string_view path) const { return find(path) != nullptr; }
  // The file (compressed if the client takes brotli or gzip), or 304 if the client has it. Requires
  // has(head.path).
  [[nodiscard]] http::Response answer(const http::RequestHead& head) const;

 private:
  struct File {
    std::string_view content;
    std::string_view gzip = {};  // the same, compressed; empty: there is none
    std::string_view brotli = {};
    std::string etag;
    bool immutable = false;  // its name contains a hash of its content
  };
  [[nodiscard]] const File* find(std::string_view path) const;

  std::map<std::string, File, std::less<>> files_;  // by path from the root
};

// The documentation of the API, generated from openapi.json: no scripts, nothing external.
[[nodiscard]] std::string docs_page(std::string_view openapi);
// The page, with this server's address ("http://127.0.0.1:9000") in its examples.
[[nodiscard]] http::Response docs_response(std::string_view page, std::string_view address);
// The address that the client sent its request to.
[[nodiscard]] std::string address_of(const http::RequestHead& head, bool is_encrypted);

}  // namespace tabia::service
