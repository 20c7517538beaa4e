import type { ChildProcess } from 'node:child_process'

import { cpuOf } from './cpu.ts'
import { isCargado, type Carga, type Cargado } from './load.ts'
import { apiDist, isReady, messageOf, startProcess, stopProcess } from './process-group.ts'

/** Starts a part of the measurement itself as a process of its own: `commands/bench.js proceso NAME`. */
export async function startOwnProcess(name: string, execArgv: readonly string[] = []): Promise<ChildProcess> {
  const child = startProcess(apiDist('commands/bench.js'), { args: ['proceso', name], execArgv })
  await messageOf(child, isReady)
  return child
}

export interface Generator {
  /** @throws Error when an emission was refused: figures over failures are worthless */
  run(carga: Omit<Carga, 'kind'>): Promise<Cargado>
  cpu(): number
  stop(): Promise<void>
}

export async function startGenerator(): Promise<Generator> {
  const child = await startOwnProcess('generador')
  return {
    async run(carga) {
      const done = messageOf(child, isCargado)
      child.send({ kind: 'carga', ...carga })
      const cargado = await done
      if (cargado.errores > 0)
        throw new Error(`${cargado.errores} of ${cargado.errores + cargado.hechos} emissions failed: ${cargado.primerError}`)
      if (cargado.hechos < carga.total) throw new Error(`only ${cargado.hechos} of ${carga.total} emissions within ${carga.maxMs} ms`)
      return cargado
    },
    cpu: () => cpuOf(child.pid ?? 0),
    stop: () => stopProcess(child),
  }
}
