// Start of the simulator: reads the environment, listens, ends on SIGTERM.
import { offsetOf } from './reloj.ts'
import { startSimulador } from './simulador.ts'

const fail = (reason: string): never => {
  process.stderr.write(`Simulador del SRI: ${reason}\n`)
  process.exit(1)
}

const { env } = process
const port = Number(env['SIMULADOR_PORT'] ?? 8081)
if (!Number.isInteger(port) || port < 0 || port > 65_535) fail(`SIMULADOR_PORT no es un puerto: ${env['SIMULADOR_PORT']}`)
const modo = env['MODO_SIMULADOR'] ?? 'permisivo'
if (modo !== 'permisivo' && modo !== 'estricto') fail(`MODO_SIMULADOR debe ser permisivo o estricto, no ${modo}`)
const offset = offsetOf(env['RELOJ'] ?? '', Date.now()) ?? fail(`RELOJ no se entiende: ${env['RELOJ']}`)
const host = env['HOST'] ?? '127.0.0.1'
const dataDir = env['DATA_DIR'] ?? './datos'

try {
  const simulador = await startSimulador({
    dataDir,
    port,
    host,
    offset,
    modo: modo === 'estricto' ? 'estricto' : 'permisivo',
    // A transmission that cannot be written must not be acknowledged.
    failed: (error) => fail(`no se puede escribir el libro: ${String(error)}`),
  })
  process.stdout.write(`Simulador del SRI en http://${host}:${simulador.port}/comprobantes-electronicos-ws (modo ${modo})\n`)
  const end = (): void => {
    simulador.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
} catch (error) {
  const busy = (error as { code?: string }).code === 'EADDRINUSE'
  fail(busy ? `el puerto ${port} está ocupado` : error instanceof Error ? error.message : String(error))
}
