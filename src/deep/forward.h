// deep/forward.h: the forward pass of a network over planes: from planes to outputs.
//
// Numbers between layers are f32, [board][square 0..63][channel]. Immutable once made; safe from any thread.
// The outputs of a board don't depend on what else is in the batch.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "deep/planes.h"
#include "deep/spec.h"

namespace tabia::deep {

// The numbers of one tensor, in the order of tensors_of(): as f32 (whatever its storage), or as bytes if the
// storage is i8.
struct TensorData {
  std::span<const float> numbers;
  std::span<const std::int8_t> bytes;
};

// What a network says about one position: from the side to move's point of view if the input is
// (InputSpec::is_movers), else from White's.
struct Outputs {
  float value = 0;             // Centipawns: the output times ValueSpec::scale; else q, -1 to 1
  std::array<float, 3> wdl{};  // chances to win, draw, lose; only of ValueSpec::Kind::Wdl
  float moves_left = 0;        // plies; only with that head
  int transform = 0;  // how the planes were turned; moves must be turned alike to be found in the policy
  std::vector<float> policy;  // logits of the 1858 moves (deep/policy.h); empty without that head
};

// The smallest and largest input of a layer ("body2.conv1").
struct LayerRange {
  std::string layer;
  float lowest = 0;
  float highest = 0;
};

class Forward {
 public:
  // What computes: the processor or a device (deep/blocks.h). Safe from any thread.
  class Machine {
   public:
    virtual ~Machine() = default;
    virtual void run(std::span<const Planes> boards, std::span<Outputs> outputs) const = 0;
    // "kernels avx2", or the device's name.
    [[nodiscard]] virtual std::string name() const = 0;
    // A device computes one batch at a time, the larger the better.
    [[nodiscard]] virtual bool is_device() const noexcept = 0;
  };

  // On the processor. The tensors must be those of tensors_of(spec). They are copied into the fastest layout.
  // Kernels other than the best of this machine are for tests.
  Forward(const PlanesSpec& spec, std::span<const TensorData> tensors,
          const kernels::PlanesKernels& kernels = kernels::active_planes_kernels());
  // For deep/device_forward.h.
  explicit Forward(std::unique_ptr<const Machine> machine) : machine_(std::move(machine)) {}

  // Outputs of every board; `outputs` has as many elements as `boards`. Throws std::runtime_error if a device
  // fails.
  void run(std::span<const Planes> boards, std::span<Outputs> outputs) const;
  [[nodiscard]] Outputs run(const Planes& board) const;

  [[nodiscard]] const Machine& machine() const noexcept { return *machine_; }

  // The input range of every layer on these boards, which calibration of a byte network needs. Requires
  // storage f32.
  [[nodiscard]] static std::vector<LayerRange> input_ranges(const PlanesSpec& spec,
                                                            std::span<const TensorData> tensors,
                                                            std::span<const Planes> boards);

 private:
  std::unique_ptr<const Machine> machine_;
};

}  // namespace tabia::deep
