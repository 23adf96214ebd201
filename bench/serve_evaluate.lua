-- For wrk: POST /evaluate with a position that changes from request to request (bench/serve_vs_fastapi), or with a
-- list of N of them: wrk -s bench/serve_evaluate.lua URL -- N.
local boards = {
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R",
  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
  "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR",
  "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8",
  "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1",
  "2r3k1/5ppp/p3p3/1p6/3P4/1P3N2/P4PPP/2R3K1",
}
-- The position number k of a list that begins with this board and clock, in quotes.
local function fen(i, side, clock, k)
  return '"' .. boards[(i + k - 1) % #boards + 1] .. " " .. side .. " - - " .. (clock + k) % 90 .. ' 40"'
end
local function body_of(i, side, clock, size)
  if not size then return '{"fen":' .. fen(i, side, clock, 0) .. '}' end
  local fens = {}
  for k = 0, size - 1 do fens[#fens + 1] = fen(i, side, clock, k) end
  return '{"fens":[' .. table.concat(fens, ",") .. ']}'
end
local requests = {}
function init(args)
  local size = tonumber(args[1])
  for i = 1, #boards do
    for _, side in ipairs({ "w", "b" }) do
      for clock = 0, 40 do
        local body = body_of(i, side, clock, size)
        requests[#requests + 1] = wrk.format("POST", "/evaluate", { ["Content-Type"] = "application/json" }, body)
      end
    end
  end
end
local at = 0
function request()
  at = at % #requests + 1
  return requests[at]
end
function done(summary, latency, _)
  io.write(string.format("RESULT requests=%d seconds=%.3f rps=%.0f p50_ms=%.3f p99_ms=%.3f errors=%d\n",
    summary.requests, summary.duration / 1e6, summary.requests / (summary.duration / 1e6),
    latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.status + summary.errors.timeout))
end
