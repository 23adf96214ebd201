// http/stream.h: the bytes of a connection, plain or encrypted (TLS).
//
// Private to the server, and the only place that knows which of the two it is. Call everything on the thread
// of the connection's loop.
#pragma once

#if !defined(ASIO_STANDALONE)
#define ASIO_STANDALONE
#endif
#include <asio/buffer.hpp>
#include <asio/error.hpp>
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#if TABIA_HAS_TLS
#include <asio/ssl.hpp>
#endif

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "base/result.h"

namespace tabia::http {

using Tcp = asio::ip::tcp;
using Fault = asio::error_code;

#if TABIA_HAS_TLS
using TlsContext = asio::ssl::context;
using TlsStream = asio::ssl::stream<Tcp::socket&>;
#else
struct TlsContext {};
#endif

// Certificate (chain) and private key, as PEM files. The error says what is wrong with them, or that this
// program was built without TLS.
[[nodiscard]] base::Result<std::unique_ptr<TlsContext>> make_tls_context(const std::string& certificate_file,
                                                                         const std::string& key_file);

class Stream {
 public:
  // Encrypted if there is a context, which must then outlive the stream.
  Stream(Tcp::socket socket, TlsContext* context) : socket_(std::move(socket)) {
#if TABIA_HAS_TLS
    if (context) tls_ = std::make_unique<TlsStream>(socket_, *context);
#else
    static_cast<void>(context);
#endif
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  [[nodiscard]] bool encrypted() const noexcept {
#if TABIA_HAS_TLS
    return tls_ != nullptr;
#else
    return false;
#endif
  }
  [[nodiscard]] Tcp::socket& socket() noexcept { return socket_; }

  // The TLS handshake: an encrypted stream needs it before anything else.
  template <class Handler>
  void async_handshake(Handler&& handler) {
#if TABIA_HAS_TLS
    if (tls_) return tls_->async_handshake(TlsStream::server, std::forward<Handler>(handler));
#endif
    std::forward<Handler>(handler)(Fault());
  }

  template <class Handler>
  void async_read_some(const asio::mutable_buffer& buffer, Handler&& handler) {
#if TABIA_HAS_TLS
    if (tls_) return tls_->async_read_some(buffer, std::forward<Handler>(handler));
#endif
    socket_.async_read_some(buffer, std::forward<Handler>(handler));
  }

  template <class Handler>
  void async_write_some(const asio::const_buffer& buffer, Handler&& handler) {
#if TABIA_HAS_TLS
    if (tls_) return tls_->async_write_some(buffer, std::forward<Handler>(handler));
#endif
    socket_.async_write_some(buffer, std::forward<Handler>(handler));
  }

  // Ends our side of the connection and tells the client so. `keep` lives until that is done.
  template <class Keep>
  void end_sending([[maybe_unused]] Keep keep) {
    Fault ignored;
#if TABIA_HAS_TLS
    if (tls_) return tls_->async_shutdown([keep = std::move(keep)](const Fault&) {});
#endif
    socket_.shutdown(Tcp::socket::shutdown_send, ignored);
  }

  // Ends pending operations with an error.
  void close() {
    Fault ignored;
    socket_.close(ignored);
  }

  // The client has ended its side in an orderly way, or (TLS) just closed the connection, which many do.
  [[nodiscard]] static bool is_end(const Fault& fault) {
#if TABIA_HAS_TLS
    if (fault == asio::ssl::error::stream_truncated) return true;
#endif
    return fault == asio::error::eof;
  }

 private:
  Tcp::socket socket_;
#if TABIA_HAS_TLS
  std::unique_ptr<TlsStream> tls_;
#endif
};

}  // namespace tabia::http
