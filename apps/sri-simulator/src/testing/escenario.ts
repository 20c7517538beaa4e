// A simulator on a free port with a signer of its authority, and invoices made for it.
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { issueFirmaElectronica, type FirmaElectronica, type Peticion } from '../autoridad/firma-electronica.ts'
import { ensureAutoridad, type Autoridad } from '../autoridad/raiz.ts'
import { checkDigit } from '../reglas/clave.ts'
import { instantText } from '../reloj.ts'
import { startSimulador, type Opciones, type Simulador } from '../simulador.ts'
import { signForTest, type FirmaDePrueba } from './firmar.ts'

export const RUC = '1790012344001'
const YEAR = 365 * 86_400_000

export interface Respuesta {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: Buffer
  readonly text: string
}

/** One HTTP call without pooling; rejects on a broken connection or after `timeout`. */
export function call(
  port: number,
  method: string,
  address: string,
  body?: string | Buffer,
  timeout = 5000,
  host?: string,
): Promise<Respuesta> {
  return new Promise((done, broken) => {
    const req = request(
      {
        port,
        host: '127.0.0.1',
        method,
        path: address,
        agent: false,
        timeout,
        headers: {
          ...(host !== undefined && { Host: host }),
          ...(body !== undefined && {
            'Content-Type': 'text/xml; charset=utf-8',
            SOAPAction: '""',
            'Content-Length': Buffer.byteLength(body),
          }),
        },
      },
      (res) => {
        const parts: Buffer[] = []
        res.on('data', (part: Buffer) => parts.push(part))
        res.on('error', broken)
        res.on('end', () => {
          const whole = Buffer.concat(parts)
          if (res.complete) done({ status: res.statusCode ?? 0, headers: res.headers, body: whole, text: whole.toString('utf8') })
          else broken(new Error('incomplete'))
        })
      },
    )
    req.on('timeout', () => req.destroy(new Error('timeout')))
    req.on('error', broken)
    req.end(body)
  })
}

const soap = (namespace: string, operation: string, parameter: string, value: string): string =>
  `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ec="http://ec.gob.sri.ws.${namespace}"><soapenv:Header/><soapenv:Body><ec:${operation}><${parameter}>${value}</${parameter}></ec:${operation}></soapenv:Body></soapenv:Envelope>`

const WS = '/comprobantes-electronicos-ws'

export const validarBody = (xml: string | Buffer): string =>
  soap('recepcion', 'validarComprobante', 'xml', Buffer.from(xml).toString('base64'))
export const autorizarBody = (clave: string): string => soap('autorizacion', 'autorizacionComprobante', 'claveAccesoComprobante', clave)

export interface Escenario {
  readonly simulador: Simulador
  readonly folder: string
  readonly autoridad: Autoridad
  readonly firma: FirmaElectronica
  validar(xml: string | Buffer, timeout?: number): Promise<Respuesta>
  autorizar(clave: string, timeout?: number): Promise<Respuesta>
  autorizarLote(clave: string): Promise<Respuesta>
  consultar(clave: string): Promise<Respuesta>
  consultarNegociable(clave: string): Promise<Respuesta>
  control(method: string, address: string, body?: unknown): Promise<unknown>
  sign(xml: string, changes?: Partial<FirmaDePrueba>): string
  close(): Promise<void>
}

export const issueFor = (autoridad: Autoridad, changes: Partial<Peticion> = {}): Promise<FirmaElectronica> =>
  issueFirmaElectronica(autoridad, {
    titular: { nombre: 'Firmante, S.A. de Prueba', ruc: RUC, cedula: '1712345675' },
    tipo: 'rsa',
    tamano: 2048,
    desde: Date.now() - YEAR,
    hasta: Date.now() + YEAR,
    uso: 'firma',
    ...changes,
  })

export async function startEscenario(changes: Partial<Opciones> = {}): Promise<Escenario> {
  const folder = mkdtempSync(path.join(tmpdir(), 'simulador-'))
  const simulador = await startSimulador({
    dataDir: folder,
    port: 0,
    host: '127.0.0.1',
    offset: 0,
    modo: 'permisivo',
    failed: (error) => {
      throw error
    },
    ...changes,
  })
  simulador.tribunal.ajustes.retrasoMs = 0
  const autoridad = await ensureAutoridad(path.join(folder, 'simulador'))
  const firma = await issueFor(autoridad)
  const { port } = simulador
  return {
    simulador,
    folder,
    autoridad,
    firma,
    validar: (xml, timeout) => call(port, 'POST', `${WS}/RecepcionComprobantesOffline`, validarBody(xml), timeout),
    autorizar: (clave, timeout) => call(port, 'POST', `${WS}/AutorizacionComprobantesOffline`, autorizarBody(clave), timeout),
    autorizarLote: (clave) =>
      call(
        port,
        'POST',
        `${WS}/AutorizacionComprobantesOffline`,
        soap('autorizacion', 'autorizacionComprobanteLote', 'claveAccesoLote', clave),
      ),
    consultar: (clave) =>
      call(port, 'POST', `${WS}/ConsultaComprobante`, soap('consultas', 'consultarEstadoAutorizacionComprobante', 'claveAcceso', clave)),
    consultarNegociable: (clave) =>
      call(
        port,
        'POST',
        `${WS}/ConsultaFactura`,
        soap('consultas', 'consultarEstadoConfirmacionFacturaComercialNegociable', 'claveAcceso', clave),
      ),
    async control(method, address, body) {
      const answer = await call(port, method, `/control/${address}`, body === undefined ? undefined : JSON.stringify(body))
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
      return JSON.parse(answer.text) as unknown
    },
    sign: (xml, changed) =>
      signForTest(xml, { certificado: firma.certificado, privateKey: firma.key, at: instantText(simulador.tribunal.now()), ...changed }),
    async close() {
      await simulador.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface FacturaDePrueba {
  readonly secuencial?: number
  readonly fecha?: string
  readonly codigo?: string
  readonly ruc?: string
  readonly lineas?: number
  readonly ambiente?: '1' | '2'
}

const pad = (n: number, length: number): string => String(n).padStart(length, '0')

export const fechaOf = (ms: number): string => {
  const [year = '', month = '', day = ''] = instantText(ms).slice(0, 10).split('-')
  return `${day}/${month}/${year}`
}

export function claveFor(
  { secuencial = 1, fecha = fechaOf(Date.now()), codigo = '12345678', ruc = RUC, ambiente = '1' }: FacturaDePrueba,
  codDoc = '01',
): string {
  const first = `${fecha.replaceAll('/', '')}${codDoc}${ruc}${ambiente}001001${pad(secuencial, 9)}${codigo}1`
  return `${first}${checkDigit(first)}`
}

/** An invoice 1.1.0 with lines of 10.00 at 15 %. */
export function facturaXml(options: FacturaDePrueba = {}): string {
  const { secuencial = 1, fecha = fechaOf(Date.now()), ruc = RUC, lineas = 1, ambiente = '1' } = options
  const [base, iva, total] = [`${lineas * 10}.00`, (lineas * 1.5).toFixed(2), (lineas * 11.5).toFixed(2)]
  const linea =
    '<detalle><codigoPrincipal>P-001</codigoPrincipal><descripcion>Cuaderno ñandú</descripcion><cantidad>2.000000</cantidad><precioUnitario>5.000000</precioUnitario><descuento>0.00</descuento><precioTotalSinImpuesto>10.00</precioTotalSinImpuesto><impuestos><impuesto><codigo>2</codigo><codigoPorcentaje>4</codigoPorcentaje><tarifa>15.00</tarifa><baseImponible>10.00</baseImponible><valor>1.50</valor></impuesto></impuestos></detalle>'
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<factura id="comprobante" version="1.1.0"><infoTributaria><ambiente>${ambiente}</ambiente><tipoEmision>1</tipoEmision><razonSocial>EMPRESA FICTICIA &amp; CÍA</razonSocial><ruc>${ruc}</ruc><claveAcceso>${claveFor(options)}</claveAcceso><codDoc>01</codDoc><estab>001</estab><ptoEmi>001</ptoEmi><secuencial>${pad(secuencial, 9)}</secuencial><dirMatriz>Quito</dirMatriz></infoTributaria>` +
    `<infoFactura><fechaEmision>${fecha}</fechaEmision><obligadoContabilidad>SI</obligadoContabilidad><tipoIdentificacionComprador>05</tipoIdentificacionComprador><razonSocialComprador>PERSONA FICTICIA</razonSocialComprador><identificacionComprador>0923456784</identificacionComprador><totalSinImpuestos>${base}</totalSinImpuestos><totalDescuento>0.00</totalDescuento><totalConImpuestos><totalImpuesto><codigo>2</codigo><codigoPorcentaje>4</codigoPorcentaje><baseImponible>${base}</baseImponible><valor>${iva}</valor></totalImpuesto></totalConImpuestos><propina>0.00</propina><importeTotal>${total}</importeTotal><moneda>DOLAR</moneda><pagos><pago><formaPago>20</formaPago><total>${total}</total></pago></pagos></infoFactura>` +
    `<detalles>${linea.repeat(lineas)}</detalles><infoAdicional><campoAdicional nombre="RUC Proveedor">${RUC}</campoAdicional></infoAdicional></factura>`
  )
}

export const estadoOf = (answer: Respuesta): string => /<estado>([^<]*)/.exec(answer.text)?.[1] ?? ''
export const codigosOf = (answer: Respuesta): string[] =>
  [...answer.text.matchAll(/<identificador>(\d+)/g)].map(([, codigo = '']) => codigo)
