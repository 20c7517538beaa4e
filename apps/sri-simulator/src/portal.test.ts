import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { addWorkingDays, lastDayToVoid } from './portal.ts'
import { dayOfFecha } from './reglas/fecha.ts'
import { instantText } from './reloj.ts'
import { claveOf, documentoXml, type DocumentoDePrueba } from './testing/documentos.ts'
import { call, estadoOf, fechaOf, startEscenario, type Escenario, type FacturaDePrueba } from './testing/escenario.ts'

const DAY = 86_400_000
// A Monday; five working days later is the next Monday.
const MONDAY = Date.parse('2026-06-15T10:00:00-05:00')
let e: Escenario
let next = 0

// Signatures have the simulated time; certificates the real one, with a year on either side.
beforeAll(async () => {
  e = await startEscenario()
})
afterAll(() => e.close())
beforeEach(async () => {
  await e.control('POST', 'reset', {})
  await e.control('POST', 'config', { retrasoMs: 0, toleranciaFirmaSegundos: 86_400, toleranciaDias: 36_500 })
  await e.control('POST', 'config', { desfaseReloj: nearestMonday() - Date.now() })
})

/** Ten in the morning of the last Monday. */
function nearestMonday(): number {
  const weeks = Math.floor((Date.now() - MONDAY) / (7 * DAY))
  return MONDAY + weeks * 7 * DAY
}

async function authorised(
  options: Partial<DocumentoDePrueba> & FacturaDePrueba = {},
  change: (xml: string) => string = (xml) => xml,
): Promise<string> {
  next += 1
  const documento = { raiz: 'factura', version: '1.1.0', secuencial: next, fecha: fechaOf(e.simulador.tribunal.now()), ...options }
  expect(estadoOf(await e.validar(e.sign(change(documentoXml(documento)))))).toBe('RECIBIDA')
  expect(estadoOf(await e.autorizar(claveOf(documento)))).toBe('AUTORIZADO')
  return claveOf(documento)
}

const consulted = async (clave: string): Promise<string> => /<estadoAutorizacion>([^<]*)/.exec((await e.consultar(clave)).text)?.[1] ?? ''
const request = (clave: string): Promise<unknown> => e.control('POST', 'anulacion', { clave })
const reply = (clave: string, acepta: boolean): Promise<unknown> => e.control('POST', 'anulacion/respuesta', { clave, acepta })
const pass = (ms: number): Promise<unknown> => e.control('POST', 'avanzar', { ms })
const NOTA = { raiz: 'notaCredito', version: '1.1.0' } as const

describe('voiding in the portal', () => {
  it('an invoice is void at once; its authorisation still says AUTORIZADO, the consultation ANULADO', async () => {
    const clave = await authorised()
    expect(await request(clave)).toEqual({ estado: 'ANULADO', vence: null })
    expect(await consulted(clave)).toBe('ANULADO')
    expect(estadoOf(await e.autorizar(clave))).toBe('AUTORIZADO')
    await expect(request(clave)).rejects.toThrow('está ANULADO')
  })

  it.each([
    ['notaCredito', '1.1.0'],
    ['notaDebito', '1.0.0'],
    ['comprobanteRetencion', '2.0.0'],
  ])('a %s waits for its receiver, who accepts', async (raiz, version) => {
    const clave = await authorised({ raiz, version })
    expect(await request(clave)).toMatchObject({ estado: 'PENDIENTE DE ANULAR' })
    expect(await consulted(clave)).toBe('PENDIENTE DE ANULAR')
    expect(await reply(clave, true)).toEqual({ estado: 'ANULADO', vence: null })
    expect(await consulted(clave)).toBe('ANULADO')
  })

  it('refused by the receiver it stays valid, and may be asked for again', async () => {
    const clave = await authorised(NOTA)
    await request(clave)
    expect(await reply(clave, false)).toEqual({ estado: null, vence: null })
    expect(await consulted(clave)).toBe('AUTORIZADO')
    await expect(reply(clave, true)).rejects.toThrow('pendiente')
    expect(await request(clave)).toMatchObject({ estado: 'PENDIENTE DE ANULAR' })
  })

  it('not answered within five working days it stays valid', async () => {
    const clave = await authorised(NOTA)
    const { vence } = (await request(clave)) as { vence: string }
    expect(instantText(Date.parse(vence) - 1000).slice(0, 10)).toBe(instantText(nearestMonday() + 7 * DAY).slice(0, 10))
    await pass(7 * DAY)
    expect(await consulted(clave)).toBe('PENDIENTE DE ANULAR')
    await pass(DAY)
    expect(await consulted(clave)).toBe('AUTORIZADO')
    await expect(reply(clave, true)).rejects.toThrow('pendiente')
  })

  it('a foreign receiver is not asked', async () => {
    const clave = await authorised(NOTA, (xml) => xml.replace('<tipoIdentificacionComprador>05', '<tipoIdentificacionComprador>08'))
    expect(await request(clave)).toMatchObject({ estado: 'ANULADO' })
  })

  it('a final consumer’s invoice is not voided, except ex officio', async () => {
    const clave = await authorised({}, (xml) => xml.replace('Comprador>05', 'Comprador>07').replace('0923456784', '9999999999999'))
    await expect(request(clave)).rejects.toThrow('consumidor final')
    await e.control('POST', 'anular', { clave })
    expect(await consulted(clave)).toBe('ANULADO')
    await e.control('POST', 'anular', { clave, estado: null })
    expect(await consulted(clave)).toBe('AUTORIZADO')
  })

  it('a sale is not voided after the seventh of the month that follows, a retention is', async () => {
    const [factura, retencion] = [await authorised(), await authorised({ raiz: 'comprobanteRetencion', version: '2.0.0' })]
    await pass(45 * DAY)
    await expect(request(factura)).rejects.toThrow('plazo')
    expect(await request(retencion)).toMatchObject({ estado: 'PENDIENTE DE ANULAR' })
  })

  it('what is not authorised or not known is not voided', async () => {
    await expect(request('1'.repeat(49))).rejects.toThrow('desconocida')
    next += 1
    const documento = { raiz: 'factura', version: '1.1.0', secuencial: next, fecha: fechaOf(e.simulador.tribunal.now()) }
    await e.validar(e.sign(documentoXml(documento).replace('<importeTotal>11.50', '<importeTotal>99.00')))
    await expect(request(claveOf(documento))).rejects.toThrow('no está autorizado')
  })

  it('knows working days and the last day', () => {
    const day = (fecha: string) => dayOfFecha(fecha) ?? 0
    expect(addWorkingDays(day('12/06/2026'), 1)).toBe(day('15/06/2026'))
    expect(addWorkingDays(day('15/06/2026'), 5)).toBe(day('22/06/2026'))
    expect(lastDayToVoid(day('30/11/2026'))).toBe(day('07/12/2026'))
    expect(lastDayToVoid(day('10/12/2026'))).toBe(day('07/01/2027'))
    // 7 March 2026 is a Saturday, so the last day is the next Monday.
    expect(lastDayToVoid(day('01/02/2026'))).toBe(day('09/03/2026'))
  })
})

describe('consultation', () => {
  it('does not answer for dates out of its range', async () => {
    const clave = await authorised({ fecha: fechaOf(e.simulador.tribunal.now() - 10 * DAY) })
    await e.control('POST', 'config', { rangoConsultaDias: 9 })
    expect((await e.consultar(clave)).text).toMatch(/<estadoConsulta>RECHAZADA<[^]*<identificador>99<[^]*fuera del rango/)
    await e.control('POST', 'config', { rangoConsultaDias: 10 })
    expect(await consulted(clave)).toBe('AUTORIZADO')
  })

  it('says SI of an invoice accepted as negotiable, and only of it', async () => {
    const clave = await authorised()
    expect((await e.consultarNegociable(clave)).text).toMatch(/<estadoConsulta>RECHAZADA<[^]*<identificador>99</)
    await e.control('POST', 'negociable', { clave, aceptada: true })
    expect((await e.consultarNegociable(clave)).text).toContain(`<claveAcceso>${clave}</claveAcceso><mensajes/><estadoConfirmacion>SI<`)
    expect((await e.consultarNegociable('1'.repeat(49))).text).toContain('<identificador>99<')
  })
})

describe('the control page', () => {
  const own = () => ({ Origin: `http://127.0.0.1:${e.simulador.port}` })
  const post = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${e.simulador.port}/control/config`, { method: 'POST', body: '{}', headers })

  it('is served with its script and nothing from elsewhere', async () => {
    const page = await call(e.simulador.port, 'GET', '/control/')
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.text).toContain('<html lang="es">')
    const script = await call(e.simulador.port, 'GET', '/control/pagina.js')
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(() => new Function(script.text)).not.toThrow()
  })

  it('and its every call answer only under localhost or an address in figures: no name can be pointed here (DNS rebinding)', async () => {
    const status = async (host: string, method = 'GET', address = 'libro') =>
      (await call(e.simulador.port, method, `/control/${address}`, undefined, 5000, host)).status
    for (const host of [
      'ladron.example',
      `ladron.example:${e.simulador.port}`,
      'localhost.ladron.example',
      '127.0.0.1.ladron.example',
      '127.0.0.1@ladron.example',
    ]) {
      expect(await status(host), host).toBe(403)
      expect(await status(host, 'DELETE', 'fallas'), host).toBe(403)
      expect(await status(host, 'GET', ''), host).toBe(403)
    }
    for (const host of ['localhost', `127.0.0.1:${e.simulador.port}`, '[::1]:8081', '10.0.0.5']) expect(await status(host), host).toBe(200)
  })

  it('may script the authority; a page of another origin may not', async () => {
    expect((await post(own())).status).toBe(200)
    expect((await post({ Origin: 'http://otro.example' })).status).toBe(403)
    expect((await post({ Origin: `http://localhost:${e.simulador.port}` })).status).toBe(403)
    expect((await post({ Origin: 'null' })).status).toBe(403)
  })
})
