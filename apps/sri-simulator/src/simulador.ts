// Puts the parts together and listens.
import { mkdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'

import { DEFAULTS } from './ajustes.ts'
import { ensureAutoridad } from './autoridad/raiz.ts'
import { createFallas, type Fallas } from './fallas/falla.ts'
import { createFrecuencia, type Frecuencia } from './fallas/frecuencia.ts'
import { createPuerto, type Puerto } from './fallas/puerto.ts'
import { createVerificador } from './firma/verificar.ts'
import { openRaices } from './firma/raices.ts'
import { createGuion } from './guion.ts'
import { answerControl } from './http/control.ts'
import { answerSoap } from './http/soap-routes.ts'
import type { Tribunal } from './juicio.ts'
import { openLibro } from './libro/libro.ts'
import { createReloj, type Reloj } from './reloj.ts'
import { RUTA, SERVICIOS } from './soap/servicios.ts'
import { wsdlOf } from './soap/wsdl.ts'

export interface Opciones {
  readonly dataDir: string
  readonly port: number
  readonly host: string
  readonly offset: number
  readonly modo: 'permisivo' | 'estricto'
  readonly failed: (error: unknown) => void
}

export interface Simulador {
  readonly tribunal: Tribunal
  readonly fallas: Fallas
  readonly frecuencia: Frecuencia
  readonly reloj: Reloj
  readonly modo: 'permisivo' | 'estricto'
  readonly port: number
  readonly puerto: Puerto
  close(): Promise<void>
}

function route(simulador: Simulador, req: IncomingMessage, res: ServerResponse): Promise<void> | void {
  const url = new URL(req.url ?? '/', 'http://simulador')
  res.setHeader('Date', new Date(simulador.tribunal.now()).toUTCString())
  if (url.pathname.startsWith('/control/'))
    return answerControl(simulador, url.pathname.slice('/control/'.length), url.searchParams, req, res)
  if (simulador.tribunal.ajustes.caido) return void res.socket?.resetAndDestroy()
  const servicio = url.pathname.startsWith(RUTA) ? url.pathname.slice(RUTA.length) : ''
  if (!Object.hasOwn(SERVICIOS, servicio)) return void res.writeHead(404).end()
  if (req.method === 'GET') {
    const wsdl = url.searchParams.has('wsdl') ? wsdlOf(servicio, `http://${req.headers.host ?? 'localhost'}${url.pathname}`) : undefined
    return void (wsdl === undefined ? res.writeHead(405).end() : res.writeHead(200, { 'Content-Type': 'text/xml;charset=UTF-8' }).end(wsdl))
  }
  if (req.method !== 'POST') return void res.writeHead(405).end()
  return answerSoap(simulador, servicio, req, res)
}

/** Starts the simulated SRI; resolves when it listens. */
export async function startSimulador(opciones: Opciones): Promise<Simulador> {
  const folder = path.join(opciones.dataDir, 'simulador')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { raices } = await ensureAutoridad(folder)
  const reloj = createReloj(opciones.offset)
  const libro = openLibro(path.join(folder, 'libro.dat'), opciones.failed)
  const tribunal: Tribunal = {
    ajustes: { ...DEFAULTS, modo: opciones.modo },
    guion: createGuion(),
    libro,
    // A jump of time moves the clock, and everything due with it.
    now: () => reloj.now() + libro.avance,
    verificar: createVerificador(openRaices(raices)),
  }
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 60_000 })
  const puerto = createPuerto(server, opciones)
  const port = await puerto.open()
  const simulador: Simulador = {
    tribunal,
    fallas: createFallas(),
    frecuencia: createFrecuencia(),
    reloj,
    modo: opciones.modo,
    port,
    puerto,
    async close() {
      await puerto.close()
      await libro.close()
    },
  }
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    res.on('error', () => undefined)
    Promise.resolve(route(simulador, req, res)).catch(() => {
      if (res.headersSent || res.destroyed) res.socket?.destroy()
      else res.writeHead(500).end()
    })
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  return simulador
}
