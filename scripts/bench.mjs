// `npm run bench`: the benchmarks of docs/performance.md.
import { prepare, runBuilt } from './prepare.mjs'

prepare()
await runBuilt('commands/bench.js')
