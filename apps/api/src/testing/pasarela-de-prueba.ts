import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What both sides sign with in tests. */
export const SECRETO_PASARELA = 'clave-de-la-pasarela-de-prueba-0001'

/**
 * What goes wrong with the next question: it answers 500 before it does anything, says nothing, ends the connection after it did what was
 * asked, or answers about a stranger.
 */
type Falla = '500' | 'CUELGA' | 'PIERDE_RESPUESTA' | 'OTRO_COBRO'

interface Cobro {
  clave: string
  estado: string
  monto: string
  vuelta: string
}

/** The gateway's own arithmetic of a signature: it shares none with the product. */
const signed = (momento: string, method: string, path: string, body: string) =>
  createHmac('sha256', SECRETO_PASARELA).update([momento, method, path, body].join('\n')).digest('hex')

export interface PasarelaDePrueba {
  url: string
  cobros: Map<string, Cobro>
  /** Every question, in order: «PUT», «GET», «POST». */
  asked: string[]
  fail(...fallas: Falla[]): void
  /** What happens while the next question is on its way. */
  before: (() => Promise<void>) | undefined
  /** A notice as it would send it: signed at `momento`, about what it knows or is told. */
  notice(
    clave: string,
    more?: { estado?: string; monto?: string; momento?: number; more?: object },
  ): { headers: Record<string, string>; payload: string }
  stop(): Promise<void>
}

const AVISO = '/app/v1/tienda/pasarela/aviso'

/** A gateway for cards on loopback: charges once for each key, on a page of its own, and signs what it says to `notifies`. */
export async function startPasarela({ port = 0, notifies }: { port?: number; notifies?: string } = {}): Promise<PasarelaDePrueba> {
  const cobros = new Map<string, Cobro>()
  const asked: string[] = []
  const fallas: Falla[] = []
  const server = createServer((request, response) => void answer(request, response))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const body = Buffer.concat(pieces).toString()
    const { method = '', url = '', headers } = request
    const page = /^\/pagina\/([\w-]+)$/.exec(url)
    if (page) return showPage(method, cobros.get(page[1] ?? ''), response)
    asked.push(method)
    const { before } = pasarela
    pasarela.before = undefined
    await before?.()
    const falla = fallas.shift()
    if (falla === 'CUELGA') return
    if (falla === '500') return void response.writeHead(500).end('{}')
    const momento = String(headers['x-pasarela-momento'])
    if (headers['x-pasarela-firma'] !== signed(momento, method, url, body)) return void response.writeHead(401).end('{}')
    const clave = /^\/cobros\/([\w-]+)/.exec(url)?.[1] ?? ''
    const cobro = cobros.get(clave) ?? (method === 'PUT' ? begin(clave, body) : undefined)
    if (cobro && method === 'POST') cobro.estado = 'REVERSADO'
    if (falla === 'PIERDE_RESPUESTA') return void request.socket.destroy()
    if (!cobro) return void response.writeHead(404).end('{}')
    const { vuelta: _vuelta, ...dicho } = cobro
    const pagina = cobro.estado === 'ABIERTO' ? `${at()}/pagina/${clave}` : null
    const said = { ...dicho, clave: falla === 'OTRO_COBRO' ? 'otra' : clave, pagina }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  }

  function begin(clave: string, body: string): Cobro {
    const { monto, vuelta } = JSON.parse(body) as Pick<Cobro, 'monto' | 'vuelta'>
    const cobro = { clave, estado: 'ABIERTO', monto, vuelta }
    cobros.set(clave, cobro)
    return cobro
  }

  const notice: PasarelaDePrueba['notice'] = (clave, { estado, monto, momento = Date.now(), more } = {}) => {
    const cobro = cobros.get(clave)
    const dicho = { clave, estado: estado ?? cobro?.estado ?? 'PAGADO', monto: monto ?? cobro?.monto ?? '1.00' }
    const payload = JSON.stringify({ ...dicho, ...more })
    const headers = {
      'content-type': 'application/json',
      'x-pasarela-momento': String(momento),
      'x-pasarela-firma': signed(String(momento), 'POST', AVISO, payload),
    }
    return { headers, payload }
  }

  /** One button that pays, and leads back. */
  async function showPage(method: string, cobro: Cobro | undefined, response: ServerResponse): Promise<void> {
    if (!cobro) return void response.writeHead(404).end()
    if (method === 'POST') {
      if (cobro.estado === 'ABIERTO') cobro.estado = 'PAGADO'
      const { headers, payload } = notice(cobro.clave)
      if (notifies) await fetch(notifies + AVISO, { method: 'POST', headers, body: payload })
      return void response.writeHead(303, { location: cobro.vuelta }).end()
    }
    const form = `<h1>Pagar ${cobro.monto}</h1><form method="post"><button>Pagar</button></form>`
    const html = `<!doctype html><html lang="es"><title>Pasarela de prueba</title>${form}</html>`
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const at = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const pasarela: PasarelaDePrueba = {
    url: at(),
    cobros,
    asked,
    fail: (...some) => void fallas.push(...some),
    before: undefined,
    notice,
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return pasarela
}
