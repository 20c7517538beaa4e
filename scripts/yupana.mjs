// `npm run yupana -- COMANDO`: signs, verifies, validates and prints documents in files; keys and certificates.
import { prepareAside, runBuilt } from './prepare.mjs'

prepareAside('cli')
// npm starts its scripts in the project's folder; files are named from where the person stands.
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)
await runBuilt('main.js', 'cli')
