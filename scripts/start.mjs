// `npm start`: installs, builds and runs everything on this machine.
import { prepare, runBuilt } from './prepare.mjs'

prepare()
await runBuilt('start.js')
