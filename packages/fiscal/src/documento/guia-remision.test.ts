import { describe, expect, it } from 'vitest'

import { checkGuia, MOTIVOS_TRASLADO, type Destinatario, type GuiaDocumento } from './guia-remision.ts'
import { parseMonto } from '../valor/monto.ts'
import { checkPlaca, isPlacaSri, placaSri } from '../identificacion/placa.ts'
import { readReferencia } from '../testing/referencia.ts'

const HOY = '2026-11-20'
const detalle = { descripcion: 'Cemento', cantidad: parseMonto('2.5') ?? Number.NaN }
const destinatario = (extra: Partial<Destinatario> = {}): Destinatario => ({
  identificacionDestinatario: '1710034065',
  razonSocialDestinatario: 'Ana Paz',
  dirDestinatario: 'Cuenca',
  motivoTraslado: 'Venta',
  detalles: [detalle],
  ...extra,
})
const guia = (extra: Partial<GuiaDocumento> = {}): GuiaDocumento => ({
  dirPartida: 'Quito',
  razonSocialTransportista: 'Transportes Andes',
  tipoIdentificacionTransportista: '04',
  rucTransportista: '1790012344001',
  fechaIniTransporte: HOY,
  fechaFinTransporte: '2026-11-21',
  placa: 'ABC-1234',
  destinatarios: [destinatario()],
  ...extra,
})
const campos = (extra: Partial<GuiaDocumento>) => checkGuia(guia(extra), HOY).problemas.map((one) => one.campo)
const withDestinatario = (extra: Partial<Destinatario>): Partial<GuiaDocumento> => ({
  destinatarios: [destinatario(), destinatario(extra)],
})

describe('guía de remisión (O-63)', () => {
  it('has no objection to a sound one, also within one day', () => {
    expect(checkGuia(guia(), HOY)).toEqual({ problemas: [], advertencias: [] })
    expect(campos({ fechaFinTransporte: HOY })).toEqual([])
  })
  const d = 'destinatarios.1'
  it.each<[string, Partial<GuiaDocumento>, string[]]>([
    ['SRI error 82: starts before the issue date', { fechaIniTransporte: '2026-11-19' }, ['fechaIniTransporte']],
    ['kardex-guias.json: ends before it starts', { fechaIniTransporte: '2026-11-22' }, ['fechaFinTransporte']],
    ['R-5.2.4: plate of a motorcycle without saying so', { placa: 'AA123B' }, ['placa']],
    ['decisions, trap 18: an empty plate, whatever was said', { placa: '', otraPlaca: true }, ['placa']],
    ['XSD: a plate of 20 characters', { placa: 'X'.repeat(21), otraPlaca: true }, ['placa']],
    ['XSD: where it starts', { dirPartida: '' }, ['dirPartida']],
    ['XSD: who drives', { razonSocialTransportista: '' }, ['razonSocialTransportista']],
    ['ficha tabla 6: identification of the carrier', { rucTransportista: '1790012344000' }, ['rucTransportista']],
    [
      'the carrier is no consumidor final',
      { tipoIdentificacionTransportista: '07', rucTransportista: '9999999999999' },
      ['rucTransportista'],
    ],
    ['XSD: at least one recipient', { destinatarios: [] }, ['destinatarios']],
    ['XSD: each recipient has goods', withDestinatario({ detalles: [] }), [`${d}.detalles`]],
    ['a quantity above zero', withDestinatario({ detalles: [{ ...detalle, cantidad: 0 }] }), [`${d}.detalles.0.cantidad`]],
    ['XSD: a description', withDestinatario({ detalles: [{ ...detalle, descripcion: '' }] }), [`${d}.detalles.0.descripcion`]],
    ['XSD: a reason', withDestinatario({ motivoTraslado: '' }), [`${d}.motivoTraslado`]],
    ['XSD: three digits', withDestinatario({ codEstabDestino: '1' }), [`${d}.codEstabDestino`]],
    [
      'a sales document with number and date',
      withDestinatario({ codDocSustento: '01' }),
      [`${d}.numDocSustento`, `${d}.fechaEmisionDocSustento`],
    ],
    ['a number without its kind', withDestinatario({ numDocSustento: '001-001-000000001' }), [`${d}.codDocSustento`]],
    [
      'XSD: number with dashes',
      withDestinatario({ codDocSustento: '01', numDocSustento: '001001000000001', fechaEmisionDocSustento: HOY }),
      [`${d}.numDocSustento`],
    ],
    [
      'authorisation of 10, 37 or 49 digits',
      withDestinatario({
        codDocSustento: '01',
        numDocSustento: '001-001-000000001',
        fechaEmisionDocSustento: HOY,
        numAutDocSustento: '12345678901',
      }),
      [`${d}.numAutDocSustento`],
    ],
  ])('%s', (_, extra, expected) => expect(campos(extra)).toEqual(expected))
  it('takes any plate once the user says «moto / otra placa» (trap 18)', () => {
    expect(campos({ placa: 'AA123B', otraPlaca: true })).toEqual([])
  })
  it('warns of a transport of more than a month, and of an invoice later than the guía', () => {
    expect(checkGuia(guia({ fechaFinTransporte: '2026-12-21' }), HOY).advertencias.map((one) => one.campo)).toEqual(['fechaFinTransporte'])
    const later = withDestinatario({ codDocSustento: '01', numDocSustento: '001-001-000000001', fechaEmisionDocSustento: '2026-11-21' })
    expect(checkGuia(guia(later), HOY).advertencias.map((one) => one.campo)).toEqual([`${d}.fechaEmisionDocSustento`])
  })
})

describe('plates', () => {
  it.each([
    ['ABC-123', 'ABC0123'],
    ['abc-1234', 'ABC1234'],
    ['ABC1234', 'ABC1234'],
    ['AA123B', undefined],
  ])('%s is %s for the SRI (anexo 25)', (placa, written) => {
    expect(placaSri(placa)).toBe(written)
    if (written !== undefined) expect(isPlacaSri(written)).toBe(true)
  })
  it('R-5.1.5 uses the fixed text', () =>
    expect(checkPlaca('ABC123', false, 'placa')).toEqual([{ campo: 'placa', mensaje: 'Ingrese una placa válida.' }]))
})

describe('the catalogue of the reference', () => {
  it('offers its reasons', () => {
    const { guiaRemision } = readReferencia<{ guiaRemision: { motivos: string[] } }>('tributacion/catalogs/kardex-guias.json')
    expect(guiaRemision.motivos.filter((motivo) => !motivo.startsWith('Otros'))).toEqual(MOTIVOS_TRASLADO)
  })
})
