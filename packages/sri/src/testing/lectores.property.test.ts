import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { CLAVE, readFixture } from '../firma/fixtures/fixtures.ts'
import { P12Error } from '../firma/p12-error.ts'
import { readP12 } from '../firma/p12.ts'
import { verifyXml } from '../firma/verify.ts'
import { ListadoError } from '../recibidos/listado-error.ts'
import { readListado } from '../recibidos/read-listado.ts'
import { readAutorizacion, readConsulta, readRecepcion } from '../soap/read-respuesta.ts'
import { SriError } from '../soap/sri-error.ts'
import { runsOf } from './corridas.ts'
import { ejemplo } from './ejemplo.ts'
import { DOCUMENTOS } from '../documentos/documentos.ts'

// H5: input from outside is read, or refused with the error of its reader; it never breaks anything else.

/** Pieces of hostile or careless files. */
const PIEZAS = [
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '<!ENTITY',
  '&lt;',
  '&#0;',
  '&#xD800;',
  '&b;',
  '<![CDATA[',
  ']]>',
  '<estado>AUTORIZADO</estado>',
  '</autorizacion>',
  '<a>'.repeat(120),
  '9'.repeat(49),
  '\u0000',
  '\ud800',
  '<mensajes><mensaje><identificador>43</identificador></mensaje></mensajes>',
  '<estado></estado>',
  '<a/>',
  'xmlns="urn:x"',
  '<!--',
  '\t',
  '\r\n',
  ';',
  '"',
]

const edits = fc.array(
  fc.record({ at: fc.nat(), cut: fc.nat(60), piece: fc.oneof(fc.constantFrom(...PIEZAS), fc.string({ unit: 'binary', maxLength: 8 })) }),
  { minLength: 1, maxLength: 5 },
)
const damaged = (sound: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...sound), edits)
    .map(([text, list]) =>
      list.reduce(
        (whole, { at, cut, piece }) => whole.slice(0, at % (whole.length + 1)) + piece + whole.slice((at % (whole.length + 1)) + cut),
        text,
      ),
    )

/** The work ends, or throws an error of this kind. */
function expectOnly(kind: abstract new (...args: never[]) => Error, work: () => unknown): void {
  try {
    work()
  } catch (error) {
    expect(error).toBeInstanceOf(kind)
  }
}

const soap = (name: string, inner: string) =>
  `<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body><n:x xmlns:n="http://ec.gob.sri.ws"><${name}>${inner}</${name}></n:x></S:Body></S:Envelope>`
const MENSAJE =
  '<mensajes><mensaje><identificador>43</identificador><mensaje>CLAVE ACCESO REGISTRADA</mensaje><tipo>ERROR</tipo></mensaje></mensajes>'
const CLAVE_ACCESO = '2011202601179001234400110010010000000011234567811'
const FACTURA = DOCUMENTOS.factura.toXml(ejemplo('factura-1.1.0'))
const RESPUESTAS = [
  soap('RespuestaRecepcionComprobante', '<estado>RECIBIDA</estado><comprobantes/>'),
  soap(
    'RespuestaRecepcionComprobante',
    `<estado>DEVUELTA</estado><comprobantes><comprobante><claveAcceso>${CLAVE_ACCESO}</claveAcceso>${MENSAJE}</comprobante></comprobantes>`,
  ),
  soap(
    'RespuestaAutorizacionComprobante',
    `<claveAccesoConsultada>${CLAVE_ACCESO}</claveAccesoConsultada><numeroComprobantes>1</numeroComprobantes><autorizaciones><autorizacion><estado>AUTORIZADO</estado>
    <numeroAutorizacion>${CLAVE_ACCESO}</numeroAutorizacion><fechaAutorizacion>2026-11-20T10:30:00-05:00</fechaAutorizacion><ambiente>PRUEBAS</ambiente><comprobante><![CDATA[${FACTURA}]]></comprobante>${MENSAJE}</autorizacion></autorizaciones>`,
  ),
  soap('EstadoAutorizacionComprobante', `<claveAcceso>${CLAVE_ACCESO}</claveAcceso><estadoAutorizacion>AUT</estadoAutorizacion>`),
]

describe('answers of the SRI', () => {
  it('are read or refused with an SriError, and AUTORIZADO is only what says so itself', () => {
    fc.assert(
      fc.property(damaged(RESPUESTAS), (raw) => {
        expectOnly(SriError, () => readRecepcion(raw))
        expectOnly(SriError, () => readConsulta(raw))
        expectOnly(SriError, () => {
          for (const { estado } of readAutorizacion(raw).autorizaciones)
            if (estado === 'AUTORIZADO') expect(raw.toUpperCase()).toContain('AUTORIZADO')
        })
      }),
      runsOf(600),
    )
  })
})

describe('documents of others', () => {
  it('a signature over anything is judged, never thrown', () => {
    fc.assert(
      fc.property(damaged([readFixture('tampered/comprobante-alterado.xml').toString(), FACTURA]), (xml) => {
        const { valid, problemas } = verifyXml(xml)
        expect(valid).toBe(problemas.length === 0)
      }),
      runsOf(300),
    )
  })

  it('the list of received documents is read line by line, or refused with a ListadoError', () => {
    const fila = `FACTURA\t001-001-000000001\t1790012344001\tFICTICIA S.A.\t20/11/2026\t20/11/2026 10:30:00\tNORMAL\t\t1712345675\t${CLAVE_ACCESO}\t${CLAVE_ACCESO}\t11.50`
    const sound = [
      'RUC_EMISOR\tRAZON_SOCIAL_EMISOR\tTIPO_COMPROBANTE\tSERIE_COMPROBANTE\tCLAVE_ACCESO\tFECHA_AUTORIZACION\tFECHA_EMISION\tIDENTIFICACION_RECEPTOR\tVALOR_SIN_IMPUESTOS\tIVA\tIMPORTE_TOTAL\tNUMERO_DOCUMENTO_MODIFICADO\n' +
        fila,
      fila,
    ]
    fc.assert(
      fc.property(damaged(sound), (text) => expectOnly(ListadoError, () => readListado(Buffer.from(text)))),
      runsOf(400),
    )
  })
})

describe('.p12 files', () => {
  // Only files with a cheap key derivation.
  const FILES = ['rc2-40', 'tripledes', 'aes-128', 'sin-mac', 'dos-llaves'].map((name) => readFixture(`p12/${name}.p12`))

  it('damaged in any way are opened or refused with a P12Error', () => {
    const damage = fc.record({ at: fc.nat(), cut: fc.nat(20), bytes: fc.uint8Array({ maxLength: 12 }) })
    fc.assert(
      fc.property(
        fc.constantFrom(...FILES),
        fc.array(damage, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(CLAVE, '', 'mala', 'ñ€😀'),
        (file, damages, password) => {
          const bytes = damages.reduce(
            (whole: Uint8Array, { at, cut, bytes: insert }) =>
              Buffer.concat([whole.subarray(0, at % whole.length), insert, whole.subarray((at % whole.length) + cut)]),
            file,
          )
          expectOnly(P12Error, () => readP12(bytes, password))
        },
      ),
      runsOf(60),
    )
  })
})
