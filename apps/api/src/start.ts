import { keepBuild } from './instalacion/built.ts'
import { loadConfig } from './config/config.ts'
import { StartError, exitWithProblem } from './instalacion/start-error.ts'
import { announcement } from './supervisor/announcement.ts'
import { Installation } from './supervisor/installation.ts'
import { watchLauncher } from './supervisor/launcher.ts'

const began = performance.now() - Number(process.env['YUPANA_PREPARACION_MS'] ?? 0)
const say = (line: string) => void process.stdout.write(`${line}\n`)
const onProgress = (line: string) => say(`· ${line}`)

const config = loadConfig()
const installation = new Installation({
  config,
  env: process.env,
  apiDist: keepBuild('api'),
  simuladorDist: keepBuild('sri-simulator'),
  onProgress,
  onFatal: (error) => void end(error),
})

let ending: Promise<never> | undefined

function end(problem: unknown, graceMs?: number): Promise<never> {
  ending ??= installation.stop(graceMs).then(
    () => {
      if (problem !== undefined) exitWithProblem(problem)
      say('· Terminado.')
      process.exit(0)
    },
    (error: unknown) => exitWithProblem(problem ?? error),
  )
  return ending
}

function interrupted() {
  if (ending) {
    say('· Terminando sin esperar…')
    installation.kill()
    return
  }
  say('· Terminando… (otra vez Ctrl-C para no esperar)')
  void end(undefined)
}

// The terminal may be gone (closed window, broken pipe): that is no reason to end without order.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupted)
watchLauncher(process.env, () => {
  // Killed, and perhaps started anew at this moment: make room quickly. What is cut short is taken up again.
  if (!ending) void end(new StartError('El programa que inició Yupana ya no existe: se termina.'), 2000)
})

try {
  const place = await installation.start()
  if (!ending) say(announcement(config, place, (performance.now() - began) / 1000))
} catch (error) {
  await end(error)
}
