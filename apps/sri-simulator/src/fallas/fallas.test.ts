import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import {
  call,
  claveFor,
  codigosOf,
  estadoOf,
  facturaXml,
  fechaOf,
  startEscenario,
  type Escenario,
  type Respuesta,
} from '../testing/escenario.ts'

let e: Escenario
let next = 0

beforeAll(async () => {
  e = await startEscenario()
})
afterAll(() => e.close())
beforeEach(() => e.control('POST', 'reset', { libro: false }).then(() => e.control('POST', 'config', { retrasoMs: 0 })))

const script = (falla: object): Promise<unknown> => e.control('POST', 'fallas', falla)
const attempts = async (clave: string): Promise<string[]> =>
  ((await e.control('GET', `libro/${clave}`)) as { intentos: { veredicto: string }[] }).intentos.map((i) => i.veredicto)

function send(timeout = 5000): { clave: string; answer: Promise<Respuesta> } {
  next += 1
  return { clave: claveFor({ secuencial: next }), answer: e.validar(e.sign(facturaXml({ secuencial: next })), timeout) }
}

describe('faults of the wire', () => {
  it.each(['corte-antes', 'corte-despues', 'corte-a-mitad'])('%s breaks the connection', async (tipo) => {
    await script({ tipo, fase: 'recepcion' })
    const { clave, answer } = send()
    await expect(answer).rejects.toThrow(/ECONNRESET|hang up|incomplete|aborted/)
    expect(await attempts(clave)).toEqual([tipo === 'corte-antes' ? 'FALLA:corte-antes' : 'RECIBIDA'])
    expect(estadoOf(await e.autorizar(clave))).toBe(tipo === 'corte-antes' ? '' : 'AUTORIZADO')
  })

  it.each(['silencio', 'goteo'])('%s outlasts the patience of the client', async (tipo) => {
    await script({ tipo, fase: 'recepcion', ms: 5000 })
    await expect(send(100).answer).rejects.toThrow('timeout')
  })

  it.each([
    ['http-500', 500],
    ['http-502', 502],
    ['http-503', 503],
    ['http-302', 302],
    ['soap-fault', 500],
  ] as const)('%s answers %i and takes nothing', async (tipo, status) => {
    await script({ tipo, fase: 'recepcion' })
    const { clave, answer } = send()
    const response = await answer
    expect(response.status).toBe(status)
    if (tipo === 'http-503') expect(response.headers['retry-after']).toBe('5')
    expect((await e.autorizar(clave)).text).toContain('<numeroComprobantes>0<')
  })

  it('500 may also hide a document that was taken', async () => {
    await script({ tipo: 'http-500', fase: 'recepcion', procesar: true })
    const { clave, answer } = send()
    expect((await answer).status).toBe(500)
    expect(estadoOf(await e.autorizar(clave))).toBe('AUTORIZADO')
  })

  const answers: readonly (readonly [string, (r: Respuesta) => boolean])[] = [
    ['vacio', (r) => r.status === 200 && r.body.length === 0],
    ['xml-truncado', (r) => r.text.startsWith('<soap:Envelope') && !r.text.includes('</soap:Envelope>')],
    ['basura', (r) => !r.text.includes('Envelope')],
    ['charset', (r) => r.text.includes('UTF-16') && r.body.includes(0xf1)],
    ['bom', (r) => r.body[0] === 0xef],
    ['tipo-contenido', (r) => r.headers['content-type'] === 'application/octet-stream'],
    ['respuesta-doble', (r) => r.text.split('<soap:Envelope').length === 3],
  ]
  it.each(answers)('%s', async (tipo, holds) => {
    await script({ tipo, fase: 'recepcion' })
    expect(holds(await send().answer)).toBe(true)
  })

  it('an oversized answer and a gzip bomb are as large as asked', async () => {
    await script([
      { tipo: 'gigante', tamano: 3_000_000 },
      { tipo: 'bomba-gzip', tamano: 4_000_000 },
    ])
    expect((await send().answer).body).toHaveLength(3_000_000)
    const bomb = await send().answer
    expect(bomb.headers['content-encoding']).toBe('gzip')
    expect(bomb.body.length).toBeLessThan(100_000)
    expect(gunzipSync(bomb.body)).toHaveLength(4_000_000)
  })

  it('the whole service down, and the port closed for a while', async () => {
    await e.control('POST', 'config', { caido: true })
    await expect(send().answer).rejects.toThrow()
    await e.control('POST', 'config', { caido: false })
    await e.control('POST', 'puerto', { ms: 50 })
    await expect
      .poll(
        () =>
          e.control('GET', 'salud').then(
            () => 'open',
            () => 'refused',
          ),
        { interval: 5, timeout: 10_000 },
      )
      .toBe('open')
    expect(estadoOf(await send().answer)).toBe('RECIBIDA')
  })
})

describe('faults of what is said', () => {
  it.each(['35', '43', '45', '65', '70'])('a scripted %s at reception takes nothing', async (codigo) => {
    await script({ tipo: 'veredicto', fase: 'recepcion', codigo })
    const { clave, answer } = send()
    expect(codigosOf(await answer)).toEqual([codigo])
    expect((await e.autorizar(clave)).text).toContain('<numeroComprobantes>0<')
  })

  it('43 and 70 may also be told of a document that was taken', async () => {
    await script({ tipo: 'veredicto', fase: 'recepcion', codigo: '70', procesar: true })
    const { clave, answer } = send()
    expect(codigosOf(await answer)).toEqual(['70'])
    expect(estadoOf(await e.autorizar(clave))).toBe('AUTORIZADO')
  })

  it('a scripted 39 shows as NO AUTORIZADO, or DEVUELTA when asked', async () => {
    await script({ tipo: 'veredicto', fase: 'recepcion', codigo: '39', informacion: 'guion' })
    const { clave, answer } = send()
    expect(estadoOf(await answer)).toBe('RECIBIDA')
    expect((await e.autorizar(clave)).text).toMatch(/NO AUTORIZADO<[^]*<identificador>39<[^]*>guion</)
    await script({ tipo: 'veredicto', fase: 'recepcion', codigo: '39', estado: 'DEVUELTA' })
    expect(estadoOf(await send().answer)).toBe('DEVUELTA')
  })

  it('authorisations that are several, foreign, altered, without date, absent or refused', async () => {
    await send().answer
    const { clave, answer } = send()
    await answer
    const told = async (falla: object): Promise<string> => {
      await script({ fase: 'autorizacion', ...falla })
      return (await e.autorizar(clave)).text
    }
    expect([...(await told({ tipo: 'autorizaciones-varias' })).matchAll(/<estado>/g)]).toHaveLength(3)
    expect(await told({ tipo: 'autorizacion-ajena' })).not.toContain(`<numeroAutorizacion>${clave}`)
    expect(await told({ tipo: 'comprobante-alterado' })).toContain('<importeTotal>119.50')
    expect(await told({ tipo: 'sin-fecha' })).not.toContain('fechaAutorizacion')
    expect(await told({ tipo: 'vacia' })).toContain('<numeroComprobantes>0<')
    expect(await told({ tipo: 'en-proceso' })).toContain('EN PROCESO')
    expect(await told({ tipo: 'veredicto', codigo: '52' })).toContain('NO AUTORIZADO')
    expect(estadoOf(await e.autorizar(clave))).toBe('AUTORIZADO')
  })

  it('a skewed clock shows in dates and in verdicts', async () => {
    await e.control('POST', 'config', { desfaseReloj: 86_400_000 })
    const fecha = fechaOf(Date.now() + 86_400_000)
    next += 1
    const received = await e.validar(e.sign(facturaXml({ secuencial: next, fecha })))
    expect(estadoOf(received)).toBe('RECIBIDA')
    expect(Math.abs(Date.parse(String(received.headers['date'])) - Date.now() - 86_400_000)).toBeLessThan(5000)
  })
})

describe('the clock', () => {
  it('is off for a single call, back or ahead, in its verdict and in its date', async () => {
    const secuencial = (next += 1)
    const signed = e.sign(facturaXml({ secuencial }))
    await script({ tipo: 'reloj', fase: 'recepcion', ms: -86_400_000 })
    const early = await e.validar(signed)
    expect(codigosOf(await e.autorizar(claveFor({ secuencial })))).toEqual(['39'])
    expect(Date.parse(String(early.headers['date']))).toBeLessThan(Date.now() - 86_000_000)
    expect(estadoOf(await e.validar(signed))).toBe('RECIBIDA')
    await expect(script({ tipo: 'silencio', ms: -1 })).rejects.toThrow('ms')
  })

  it.each([
    ['vacia', ''],
    ['en-proceso', 'EN PROCESO'],
    ['en-procesamiento', 'EN PROCESAMIENTO'],
    ['ppr', 'EN PROCESAMIENTO (PPR)'],
  ])('time let pass brings what comes late; until then the answer is «%s»', async (pendiente, estado) => {
    await e.control('POST', 'config', { pendiente })
    await script({ tipo: 'tardia', fase: 'recepcion', ms: 5 * 3_600_000 })
    const { clave, answer } = send()
    await answer
    await e.control('POST', 'avanzar', { ms: 4 * 3_600_000 })
    expect(estadoOf(await e.autorizar(clave))).toBe(estado)
    const before = e.simulador.tribunal.now()
    await e.control('POST', 'avanzar', { ms: 3_600_000 })
    expect(e.simulador.tribunal.now()).toBeGreaterThanOrEqual(before + 3_600_000)
    expect(estadoOf(await e.autorizar(clave))).toBe('AUTORIZADO')
  })

  it('a late authorisation shows when its time has come', async () => {
    await script({ tipo: 'tardia', fase: 'recepcion', ms: 60_000 })
    const { clave, answer } = send()
    await answer
    expect((await e.autorizar(clave)).text).toContain('<numeroComprobantes>0<')
    await e.control('POST', 'avanzar', { ms: 60_000 })
    expect(estadoOf(await e.autorizar(clave))).toBe('AUTORIZADO')
  })
})

describe('the port', () => {
  it('refuses connections while it is shut', async () => {
    await e.simulador.puerto.shut()
    await expect(send().answer).rejects.toThrow('ECONNREFUSED')
    await e.simulador.puerto.reopen()
    expect(estadoOf(await send().answer)).toBe('RECIBIDA')
  })

  it('lets connections wait for ever while it is deaf', async () => {
    await e.simulador.puerto.deafen()
    await expect(send(300).answer).rejects.toThrow('timeout')
    await e.simulador.puerto.reopen()
    expect(estadoOf(await send().answer)).toBe('RECIBIDA')
  })

  it('is deaf for as long as asked and hears again by itself', async () => {
    await e.control('POST', 'puerto', { ms: 50, modo: 'sordo' })
    await expect
      .poll(
        () =>
          call(e.simulador.port, 'GET', '/control/salud', undefined, 500).then(
            (r) => r.status,
            () => 0,
          ),
        { interval: 20, timeout: 10_000 },
      )
      .toBe(200)
    await expect(e.control('POST', 'puerto', { ms: 50, modo: 'otro' })).rejects.toThrow('modo')
  })
})

describe('which calls a fault meets', () => {
  it('by key, by RUC, by phase and for so many calls', async () => {
    const clave = claveFor({ secuencial: next + 2 })
    await script({ tipo: 'http-500', clave, veces: 2 })
    expect((await send().answer).status).toBe(200)
    expect((await send().answer).status).toBe(500)
    expect((await e.autorizar(clave)).status).toBe(500)
    expect((await e.autorizar(clave)).status).toBe(200)
    await script({ tipo: 'http-500', ruc: '0193456782001', fase: 'autorizacion' })
    expect((await e.autorizar(clave)).status).toBe(200)
    expect((await e.autorizar(claveFor({ ruc: '0193456782001' }))).status).toBe(500)
  })

  it('by seeded chance, the same calls each time', async () => {
    const run = async (): Promise<number[]> => {
      await e.control('DELETE', 'fallas')
      await script({ tipo: 'http-500', fase: 'autorizacion', veces: null, probabilidad: 0.5, semilla: 42 })
      const list: number[] = []
      for (let i = 0; i < 12; i += 1) list.push((await e.autorizar(claveFor({}))).status)
      return list
    }
    const first = await run()
    expect(new Set(first).size).toBe(2)
    expect(await run()).toEqual(first)
  })

  it('a rule that cannot be understood is refused whole', async () => {
    await expect(script({ tipo: 'nada' })).rejects.toThrow('400')
    await expect(script([{ tipo: 'vacio' }, { tipo: 'vacio', clave: '12' }])).rejects.toThrow('clave')
    await expect(script({ tipo: 'vacio', constructor: 1 })).rejects.toThrow('constructor')
    expect(await e.control('GET', 'fallas')).toEqual([])
    await expect(e.control('POST', 'config', { modo: 'otro' })).rejects.toThrow('modo')
  })
})

describe('the address of the services', () => {
  it.each(['RecepcionComprobantesOffline', 'AutorizacionComprobantesOffline', 'ConsultaComprobante', 'ConsultaFactura'])(
    '%s?wsdl describes it',
    async (servicio) => {
      const { text, status } = await call(e.simulador.port, 'GET', `/comprobantes-electronicos-ws/${servicio}?wsdl`)
      expect(status).toBe(200)
      expect(text).toContain(`<wsdl:service name="${servicio}Service">`)
    },
  )

  it('a request of another shape gets a SOAP Fault', async () => {
    const post = (body: string) => call(e.simulador.port, 'POST', '/comprobantes-electronicos-ws/AutorizacionComprobantesOffline', body)
    const envelope = (inner: string, ns = 'http://ec.gob.sri.ws.autorizacion') =>
      `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ec="${ns}"><s:Body>${inner}</s:Body></s:Envelope>`
    for (const body of [
      '',
      'x',
      envelope('<ec:otra/>'),
      envelope('<ec:autorizacionComprobante><ec:claveAccesoComprobante>1</ec:claveAccesoComprobante></ec:autorizacionComprobante>'),
      envelope('<ec:autorizacionComprobante/>', 'urn:x'),
    ]) {
      const { status, text } = await post(body)
      expect([status, text.includes('<soap:Fault>')]).toEqual([500, true])
    }
  })

  it('80 answers a key that is none, 49 an empty document', async () => {
    expect(codigosOf(await e.autorizar('123'))).toEqual(['80'])
    expect(codigosOf(await e.validar(''))).toEqual(['49'])
  })
})
