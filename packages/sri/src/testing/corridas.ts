/**
 * How often a property is tried: `usual` times with the same values in `npm test`; as often as `npm run fuzz` asks, with its seed, in a
 * long run.
 */
export const runsOf = (usual: number): { numRuns: number; seed: number } => ({
  numRuns: Number(process.env.FC_RUNS ?? usual),
  seed: Number(process.env.FC_SEED ?? 20_260_615),
})
