#include "service/page.h"

#include <algorithm>
#include <array>

#include "base/hash.h"
#include "base/html.h"
#include "base/json_value.h"
#include "base/plot.h"
#include "base/text.h"
#include "games/openings.h"
#include "nn/embedded.h"

namespace tabia::service {
namespace {

using base::concat;
using base::html_escaped;
using base::JsonValue;

constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kTypes = {
    {{".html", "text/html; charset=utf-8"},
     {".js", "text/javascript; charset=utf-8"},
     {".mjs", "text/javascript; charset=utf-8"},
     {".css", "text/css; charset=utf-8"},
     {".json", "application/json"},
     {".webmanifest", "application/manifest+json"},
     {".svg", "image/svg+xml"},
     {".png", "image/png"},
     {".ico", "image/x-icon"},
     {".wasm", "application/wasm"},
     {".woff2", "font/woff2"},
     {".txt", "text/plain; charset=utf-8"},
     {".md", "text/markdown; charset=utf-8"},
     {".map", "application/json"}}};

// For a program built without the page.
constexpr std::string_view kNoPage = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Tabia</title>
<meta name="viewport" content="width=device-width"></head><body>
<h1>Tabia</h1>
<p>The service is running. This program was built without its web page: <code>web/dist</code> was missing.
To build the page: <code>cd web &amp;&amp; npm ci --ignore-scripts &amp;&amp; npm run build</code>,
then build Tabia again.</p>
<p>The API works without it: <a href="/docs">its documentation</a>,
<a href="/openapi.json">openapi.json</a>.</p>
<pre>curl -d '{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}' http://127.0.0.1:8080/evaluate</pre>
</body></html>
)";

// "index-BdA3kx9f.js": eight or more letters after the last '-' or '.', as Vite names its output.
bool has_hash_in_name(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || !path.starts_with("assets/")) return false;
  const std::string_view stem = name.substr(0, dot);
  const std::size_t begin = stem.find_last_of("-.");
  return begin != std::string_view::npos && stem.size() - begin - 1 >= 8;
}

void add_page_headers(http::Response& response) {
  response.headers.emplace_back("Content-Security-Policy", kPagePolicy);
  response.headers.emplace_back("Referrer-Policy", "no-referrer");
  response.headers.emplace_back("X-Frame-Options", "DENY");
  // Together these two isolate the page, so that its workers may share memory.
  response.headers.emplace_back("Cross-Origin-Opener-Policy", "same-origin");
  response.headers.emplace_back("Cross-Origin-Embedder-Policy", "require-corp");
  response.headers.emplace_back("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
}

// Does the client take this encoding? "gzip;q=0" means no.
bool accepts(std::string_view accept_encoding, std::string_view encoding) {
  for (std::string_view part : base::split(accept_encoding, ',')) {
    const auto fields = base::split(part, ';');
    if (base::lowered(base::trimmed(fields.front())) != encoding) continue;
    for (const std::string_view field : fields) {
      const std::string_view weight = base::trimmed(field);
      if (weight.starts_with("q=0") && weight.find_first_not_of("0.", 2) == std::string_view::npos)
        return false;
    }
    return true;
  }
  return false;
}

// The address in the examples of openapi.json.
constexpr std::string_view kExampleAddress = "http://127.0.0.1:8080";

std::string text_of(const JsonValue& object, std::string_view name) {
  const JsonValue* found = object.find(name);
  return found ? found->text().value_or("") : "";
}

}  // namespace

std::string_view content_type_of(std::string_view path) noexcept {
  for (const auto& [extension, type] : kTypes) {
    if (path.ends_with(extension)) return type;
  }
  return "application/octet-stream";
}

Page::Page(std::span<const EmbeddedFile> files) {
  for (const EmbeddedFile& file : files) {
    files_.emplace(concat("/", file.path),
                   File{.content = file.content,
                        .gzip = file.gzip,
                        .brotli = file.brotli,
                        .etag = concat('"', base::hex64(base::hash64(file.content)), '"'),
                        .immutable = has_hash_in_name(file.path)});
  }
  // For analysis in the browser itself, under the name that the page uses (web/src/engine/browser.ts).
  if (const std::string_view network = nn::embedded_network(); !network.empty())
    files_.emplace("/assets/default.net",
                   File{.content = network, .etag = concat('"', base::hex64(base::hash64(network)), '"')});
  files_.emplace("/assets/openings.table",
                 File{.content = games::embedded_openings(),
                      .etag = concat('"', base::hex64(base::hash64(games::embedded_openings())), '"')});
  if (!files_.contains("/index.html"))
    files_.emplace("/index.html",
                   File{.content = kNoPage, .etag = concat('"', base::hex64(base::hash64(kNoPage)), '"')});
}

const Page::File* Page::find(std::string_view path) const {
  const auto found = files_.find(path == "/" ? "/index.html" : path);
  return found == files_.end() ? nullptr : &found->second;
}

http::Response Page::answer(const http::RequestHead& head) const {
  const File& file = *find(head.path);
  http::Response response;
  response.headers.emplace_back("ETag", file.etag);
  response.headers.emplace_back("Cache-Control",
                                file.immutable ? "public, max-age=31536000, immutable" : "no-cache");
  const auto known = base::split(head.if_none_match, ',');
  if (std::any_of(known.begin(), known.end(), [&](std::string_view tag) {
        tag = base::trimmed(tag);
        if (tag.starts_with("W/")) tag.remove_prefix(2);
        return tag == file.etag || tag == "*";
      })) {
    response.status = 304;
    return response;
  }
  response.content_type = content_type_of(head.path == "/" ? "/index.html" : std::string_view(head.path));
  response.fixed_body = file.content;
  if (!file.gzip.empty() || !file.brotli.empty()) response.headers.emplace_back("Vary", "Accept-Encoding");
  // The smaller one first.
  for (const auto& [encoding, packed] : {std::pair("br", file.brotli), std::pair("gzip", file.gzip)}) {
    if (packed.empty() || !accepts(head.accept_encoding, encoding)) continue;
    response.fixed_body = packed;
    response.headers.emplace_back("Content-Encoding", encoding);
    break;
  }
  add_page_headers(response);
  return response;
}

std::string docs_page(std::string_view openapi) {
  std::string out = base::page_begin("Tabia: the service");
  const auto document = JsonValue::parse(openapi);
  if (!document) return out + base::page_end();
  if (const JsonValue* info = document->find("info"))
    out += concat("<p>", html_escaped(text_of(*info, "description")), "</p>\n");
  out +=
      "<p>To try requests, with all fields and with examples for curl, Python and JavaScript: <a "
      "href=\"/#/api\">the API page</a>. For programs: <a href=\"/openapi.json\">openapi.json</a>.</p>\n";
  const JsonValue* paths = document->find("paths");
  for (const auto& [path, methods] : paths->members()) {
    for (const auto& [method, operation] : methods.members()) {
      std::string upper = method;
      for (char& c : upper) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
      out += concat("<h2><code>", html_escaped(upper), ' ', html_escaped(path), "</code></h2>\n<p>",
                    html_escaped(text_of(operation, "summary")), ". ",
                    html_escaped(text_of(operation, "description")), "</p>\n");
      const JsonValue* request = operation.find("x-curl");
      if (request && request->text()) out += concat("<pre>", html_escaped(*request->text()), "</pre>\n");
      const JsonValue* responses = operation.find("responses");
      if (!responses) continue;
      out += "<ul>\n";
      for (const auto& [status, response] : responses->members())
        out += concat("<li><code>", html_escaped(status), "</code> ",
                      html_escaped(text_of(response, "description")), "</li>\n");
      out += "</ul>\n";
    }
  }
  return out + base::page_end();
}

std::string address_of(const http::RequestHead& head, bool is_encrypted) {
  if (head.host.empty()) return std::string(kExampleAddress);
  return concat(is_encrypted ? "https://" : "http://", head.host);
}

http::Response docs_response(std::string_view page, std::string_view address) {
  http::Response response;
  response.content_type = "text/html; charset=utf-8";
  const std::string shown = html_escaped(address);
  for (std::size_t at = page.find(kExampleAddress); at != std::string_view::npos;
       at = page.find(kExampleAddress)) {
    response.body += concat(page.substr(0, at), shown);
    page.remove_prefix(at + kExampleAddress.size());
  }
  response.body += page;
  response.headers.emplace_back(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
      "frame-ancestors 'none'");
  response.headers.emplace_back("Referrer-Policy", "no-referrer");
  response.headers.emplace_back("Cache-Control", "no-cache");
  return response;
}

}  // namespace tabia::service
