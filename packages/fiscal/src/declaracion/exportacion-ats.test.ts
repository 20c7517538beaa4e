import { describe, expect, it } from 'vitest'

import { montoOf } from '../valor/monto.ts'
import { checkExportacionAts, clasesDeMarca, esExportacion, parseRefrendo, soloDeClase, type DatosExportacion } from './exportacion-ats.ts'

const HOY = '2026-10-15'
const NADA = {
  regimen_nombre: null,
  refrendo: null,
  documento_transporte: null,
  fecha_embarque: null,
  valor_fob: null,
  tipo_ingreso: null,
  impuesto_exterior: null,
}
const cliente = { regimen: '01', pais: '110', pais_destino: '110' } as const
const embarque = { fecha_embarque: '2026-09-20', valor_fob: montoOf(1_000_000_000) }
const CON: DatosExportacion = {
  ...NADA,
  ...cliente,
  ...embarque,
  clase: '01',
  refrendo: '028-2026-40-01234567',
  documento_transporte: 'BL20260920A',
}
const SIN: DatosExportacion = { ...NADA, ...cliente, ...embarque, clase: '02' }
const SERVICIO: DatosExportacion = { ...NADA, ...cliente, clase: '03', tipo_ingreso: '410' }

const camposOf = (datos: DatosExportacion) => checkExportacionAts(datos, HOY).map(({ campo }) => campo)

describe('what the ATS asks of an export', () => {
  it.each([
    ['goods with refrendo', CON],
    ['goods without', SIN],
    ['a service', SERVICIO],
    ['a service that was taxed there', { ...SERVICIO, impuesto_exterior: montoOf(12_500_000) }],
    ['a client of a preferential régimen', { ...SIN, regimen: '03', regimen_nombre: 'Zona libre de Colón' }],
    ['a refrendo of six digits', { ...CON, refrendo: '145-2026-94-123456' }],
  ] as [string, DatosExportacion][])('%s says all of it', (_what, datos) => {
    expect(checkExportacionAts(datos, HOY)).toEqual([])
  })

  it.each([
    ['no refrendo', { ...CON, refrendo: null }, 'refrendo'],
    ['a refrendo of another shape', { ...CON, refrendo: '028-2026-40-123' }, 'refrendo'],
    ['a district that is none', { ...CON, refrendo: '999-2026-40-01234567' }, 'refrendo'],
    ['a customs regime of imports', { ...CON, refrendo: '028-2026-10-01234567' }, 'refrendo'],
    ['a transport document with a hyphen', { ...CON, documento_transporte: 'BL-2026' }, 'documento_transporte'],
    ['a transport document of 14', { ...CON, documento_transporte: 'A'.repeat(14) }, 'documento_transporte'],
    ['goods that are not on board yet', { ...SIN, fecha_embarque: '2026-10-16' }, 'fecha_embarque'],
    ['no day', { ...SIN, fecha_embarque: null }, 'fecha_embarque'],
    ['a day of no calendar', { ...SIN, fecha_embarque: '2026-02-30' }, 'fecha_embarque'],
    ['goods worth nothing', { ...SIN, valor_fob: 0 }, 'valor_fob'],
    ['a part of a cent', { ...SIN, valor_fob: montoOf(1) }, 'valor_fob'],
    ['a country that is none', { ...SIN, pais: '999' }, 'pais'],
    ['goods that stay', { ...SIN, pais_destino: '593' }, 'pais_destino'],
    ['a régimen without its name', { ...SIN, regimen: '03' }, 'regimen_nombre'],
    ['a name in letters that the ATS does not take', { ...SIN, regimen: '03', regimen_nombre: 'Зона свободная' }, 'regimen_nombre'],
    ['an income of no kind', { ...SERVICIO, tipo_ingreso: '999' }, 'tipo_ingreso'],
    ['a tax of nothing', { ...SERVICIO, impuesto_exterior: 0 }, 'impuesto_exterior'],
  ] as [string, DatosExportacion, string][])('%s is refused at its field', (_what, datos, campo) => {
    expect(camposOf(datos)).toEqual([campo])
  })

  it('what another kind asks for is not kept', () => {
    expect(soloDeClase({ ...CON, clase: '03', tipo_ingreso: '410', regimen_nombre: 'De otro' })).toEqual(SERVICIO)
    expect(soloDeClase({ ...CON, clase: '02', impuesto_exterior: montoOf(1) })).toEqual(SIN)
    expect(soloDeClase(CON)).toEqual(CON)
  })

  it('the parts of a refrendo are those of its number', () => {
    expect(parseRefrendo('028-2026-40-01234567')).toEqual({ distrito: '028', anio: '2026', regimen: '40', correlativo: '01234567' })
    expect(parseRefrendo('028202640 01234567')).toBeUndefined()
  })

  it('goods are sent with a refrendo or without one, services are another kind, and other sales are no export', () => {
    expect(clasesDeMarca('EXPORTACION_BIENES')).toEqual(['01', '02'])
    expect(clasesDeMarca('EXPORTACION_SERVICIOS')).toEqual(['03'])
    expect([clasesDeMarca('CON_DERECHO'), clasesDeMarca(null)]).toEqual([[], []])
    expect([esExportacion('EXPORTACION_SERVICIOS'), esExportacion('REEMBOLSO'), esExportacion(null)]).toEqual([true, false, false])
  })
})
