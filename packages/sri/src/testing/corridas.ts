/** Number of runs of a property: `usual`, with fixed values, in `npm test`; the number and the seed of `npm run fuzz` in a long run. */
export const runsOf = (usual: number): { numRuns: number; seed: number } => ({
  numRuns: Number(process.env.FC_RUNS ?? usual),
  seed: Number(process.env.FC_SEED ?? 20_260_615),
})
