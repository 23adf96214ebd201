#include "http/stream.h"

#include "base/text.h"

namespace tabia::http {

#if TABIA_HAS_TLS

base::Result<std::unique_ptr<TlsContext>> make_tls_context(const std::string& certificate_file,
                                                           const std::string& key_file) {
  const auto wrong = [](const std::string& file, const Fault& fault, std::string_view expected) {
    return base::Error{base::concat(file, ": ", fault.message(), ", expected ", expected)};
  };
  auto context = std::make_unique<TlsContext>(asio::ssl::context::tls_server);
  context->set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_sslv2 |
                       asio::ssl::context::no_sslv3 | asio::ssl::context::no_tlsv1 |
                       asio::ssl::context::no_tlsv1_1 | asio::ssl::context::no_compression);
  Fault fault;
  context->use_certificate_chain_file(certificate_file, fault);
  if (fault) return wrong(certificate_file, fault, "a certificate (or a chain of them) in PEM format");
  context->use_private_key_file(key_file, asio::ssl::context::pem, fault);
  if (fault) return wrong(key_file, fault, "the private key of the certificate in PEM format");
  return context;
}

#else

base::Result<std::unique_ptr<TlsContext>> make_tls_context(const std::string&, const std::string&) {
  return base::Error{
      "this program was built without OpenSSL and can't speak TLS: install libssl-dev and build again"};
}

#endif

}  // namespace tabia::http
