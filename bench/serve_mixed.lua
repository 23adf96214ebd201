-- For wrk: requests of all kinds in a fixed mix (tests/cli/serve_test.cpp, bench/serve_vs_fastapi).
local kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
local json = { ["Content-Type"] = "application/json" }
local lines = { ["Content-Type"] = "application/x-ndjson" }
local requests = {}
local function add(weight, method, path, headers, body)
  for _ = 1, weight do
    requests[#requests + 1] = wrk.format(method, path, headers, body)
  end
end
function init()
  add(60, "POST", "/evaluate", json, '{"fen":"' .. kiwipete .. '"}')
  add(10, "POST", "/explain", json, '{"fen":"' .. kiwipete .. '"}')
  add(10, "GET", "/models", {}, nil)
  add(5, "GET", "/", {}, nil)
  add(5, "GET", "/metrics", {}, nil)
  add(4, "POST", "/evaluate", lines, kiwipete .. "\n" .. kiwipete .. "\n")
  add(4, "POST", "/analyze", json, '{"fen":"' .. kiwipete .. '","nodes":300}')
  add(2, "POST", "/play", json, '{"moves":["e2e4"],"nodes":300,"elo":1200,"seed":1}')
  -- In an order that mixes them.
  math.randomseed(7)
  for i = #requests, 2, -1 do
    local k = math.random(i)
    requests[i], requests[k] = requests[k], requests[i]
  end
end
local at = 0
function request()
  at = at % #requests + 1
  return requests[at]
end
function done(summary, latency, _)
  local errors = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.status
    + summary.errors.timeout
  io.write(string.format("RESULT requests=%d rps=%.0f p50_ms=%.3f p99_ms=%.3f max_ms=%.1f errors=%d starved=%d\n",
    summary.requests, summary.requests / (summary.duration / 1e6), latency:percentile(50) / 1000,
    latency:percentile(99) / 1000, latency.max / 1000, errors, latency.max > 30e6 and 1 or 0))
end
