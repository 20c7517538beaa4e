// Rules of each type that no schema can express, on golden examples changed in one place.
import { montoOf } from '@yupana/fiscal'
import { describe, expect, test } from 'vitest'

import { ejemplo } from '../testing/ejemplo.ts'
import type { ValorDocumento } from './documento.ts'
import { declaracionOf, DOCUMENTOS, type TipoComprobante, type ValorOf } from './documentos.ts'

type Change = (valor: Record<string, never>) => void

/** Problems of an example after a change, each as «campo: mensaje». */
function problemsOf<K extends TipoComprobante>(name: `${K}-${string}`, change: (valor: Writable<ValorOf<K>>) => void): string[] {
  const tipo = name.split('-')[0] as K
  const valor = ejemplo<K>(name)
  ;(change as Change)(valor as Record<string, never>)
  return declaracionOf(tipo)
    .validate(valor as ValorDocumento)
    .map(({ campo, mensaje }) => `${campo}: ${mensaje}`)
}

type Writable<T> = T extends readonly (infer I)[] ? Writable<I>[] : T extends object ? { -readonly [P in keyof T]: Writable<T[P]> } : T

const at = <T>(list: readonly T[], index: number): T => {
  const item = list[index]
  if (item === undefined) throw new Error(`no item ${index}`)
  return item
}

describe('every type', () => {
  test.each(Object.keys(DOCUMENTOS) as TipoComprobante[])('%s knows its code and its clave', (tipo) => {
    const name = {
      factura: 'factura-1.1.0',
      notaCredito: 'notaCredito-1.1.0',
      notaDebito: 'notaDebito-1.0.0',
      guiaRemision: 'guiaRemision-1.1.0',
      liquidacionCompra: 'liquidacionCompra-1.1.0',
      comprobanteRetencion: 'comprobanteRetencion-2.0.0',
    }[tipo]
    const problems = problemsOf<TipoComprobante>(name as `${TipoComprobante}-${string}`, (valor) => {
      valor.infoTributaria.codDoc = '99'
    })
    expect(problems).toEqual([
      `infoTributaria.codDoc: El código de documento debe ser ${DOCUMENTOS[tipo].codDoc}.`,
      'infoTributaria.claveAcceso: La clave de acceso no corresponde al campo codDoc.',
    ])
  })
})

describe('a nota de crédito', () => {
  test.each<[string, (valor: Writable<ValorOf<'notaCredito'>>) => void, string]>([
    [
      'is never for consumidor final',
      ({ infoNotaCredito: info }) => {
        info.tipoIdentificacionComprador = '07'
      },
      'infoNotaCredito.tipoIdentificacionComprador: Este comprobante no admite el tipo de identificación 07.',
    ],
    [
      'nor under its number',
      ({ infoNotaCredito: info }) => {
        info.identificacionComprador = '9999999999999'
      },
      'infoNotaCredito.identificacionComprador: La identificación 9999999999999 es la del consumidor final, que este comprobante no admite.',
    ],
    [
      'comes after what it corrects',
      ({ infoNotaCredito: info }) => {
        info.fechaEmisionDocSustento = '2026-11-21'
      },
      'infoNotaCredito.fechaEmisionDocSustento: La nota no puede ser anterior al comprobante que modifica.',
    ],
    [
      'credits its lines and their taxes',
      ({ infoNotaCredito: info }) => {
        info.valorModificacion = montoOf(30_000_000)
      },
      'infoNotaCredito.valorModificacion: El campo valorModificacion ($30.00) no es igual a la suma de subtotal e impuestos ($29.03).',
    ],
    [
      'has an entry per rate of its lines',
      (valor) => {
        at(at(valor.detalles, 1).impuestos, 0).codigoPorcentaje = '7'
      },
      'infoNotaCredito.totalConImpuestos: El impuesto 2 con código de porcentaje 7 consta en los detalles y falta en los totales.',
    ],
    [
      'and only one',
      ({ infoNotaCredito: info }) => {
        info.totalConImpuestos.push({ codigo: '2', codigoPorcentaje: '0', baseImponible: 0, valor: 0 })
      },
      'infoNotaCredito.totalConImpuestos[2]: El impuesto 2 con código de porcentaje 0 consta dos veces en los totales.',
    ],
  ])('%s', (_, change, problem) => {
    expect(problemsOf<'notaCredito'>('notaCredito-1.1.0', change)).toEqual([problem])
  })
})

describe('a nota de débito', () => {
  test.each<[string, (valor: Writable<ValorOf<'notaDebito'>>) => void, string]>([
    [
      'sums up its reasons',
      (valor) => {
        at(valor.motivos, 0).valor = montoOf(51_000_000)
      },
      'infoNotaDebito.totalSinImpuestos: El campo totalSinImpuestos ($62.50) no es igual a la suma de los motivos ($63.50).',
    ],
    [
      'is paid in whole',
      ({ infoNotaDebito: info }) => {
        info.pagos?.pop()
      },
      'infoNotaDebito.pagos: La suma de los pagos no es igual al importe total.',
    ],
    [
      'is never for consumidor final',
      ({ infoNotaDebito: info }) => {
        info.tipoIdentificacionComprador = '07'
      },
      'infoNotaDebito.tipoIdentificacionComprador: Este comprobante no admite el tipo de identificación 07.',
    ],
  ])('%s', (_, change, problem) => {
    expect(problemsOf<'notaDebito'>('notaDebito-1.0.0', change)).toEqual([problem])
  })
})

describe('a guía de remisión', () => {
  test.each<[string, (valor: Writable<ValorOf<'guiaRemision'>>) => void, string]>([
    [
      'exists before the goods move (82)',
      ({ infoGuiaRemision: info }) => {
        info.fechaIniTransporte = '2026-11-19'
      },
      'infoGuiaRemision.fechaIniTransporte: El transporte no puede comenzar antes de la fecha de emisión.',
    ],
    [
      'ends after it began',
      ({ infoGuiaRemision: info }) => {
        info.fechaIniTransporte = '2026-11-23'
      },
      'infoGuiaRemision.fechaFinTransporte: El transporte no puede terminar antes de comenzar.',
    ],
    [
      'is not carried by consumidor final',
      ({ infoGuiaRemision: info }) => {
        info.tipoIdentificacionTransportista = '07'
      },
      'infoGuiaRemision.tipoIdentificacionTransportista: Este comprobante no admite el tipo de identificación 07.',
    ],
    [
      'names the whole document that supports it',
      ({ destinatarios }) => {
        delete at(destinatarios, 0).numDocSustento
      },
      'destinatarios[0].numDocSustento: Del documento de sustento deben constar su tipo y su número.',
    ],
    [
      'knows three lengths of an authorization',
      ({ destinatarios }) => {
        at(destinatarios, 0).numAutDocSustento = '12345678901'
      },
      'destinatarios[0].numAutDocSustento: El número de autorización debe tener 10, 37 o 49 dígitos y tiene 11.',
    ],
  ])('%s', (_, change, problem) => {
    expect(problemsOf<'guiaRemision'>('guiaRemision-1.1.0', change)).toEqual([problem])
  })
  test('takes its day of issue from its clave', () => {
    expect(DOCUMENTOS.guiaRemision.fechaEmision(ejemplo<'guiaRemision'>('guiaRemision-1.1.0'))).toBe('2026-11-20')
  })
})

describe('a liquidación de compra', () => {
  test.each<[string, (valor: Writable<ValorOf<'liquidacionCompra'>>) => void, string]>([
    [
      'knows its supplier',
      ({ infoLiquidacionCompra: info }) => {
        info.tipoIdentificacionProveedor = '07'
      },
      'infoLiquidacionCompra.tipoIdentificacionProveedor: Este comprobante no admite el tipo de identificación 07.',
    ],
    [
      'sums up',
      ({ infoLiquidacionCompra: info }) => {
        info.importeTotal = montoOf(60_010_000)
        at(info.pagos ?? [], 0).total = montoOf(60_010_000)
      },
      'infoLiquidacionCompra.importeTotal: El campo importeTotal ($60.01) no es igual a la suma de subtotal e impuestos ($60.00).',
    ],
    [
      'sums up what it reimburses',
      ({ infoLiquidacionCompra: info }) => {
        info.totalImpuestoReembolso = montoOf(5_000_000)
      },
      'infoLiquidacionCompra.totalImpuestoReembolso: El campo totalImpuestoReembolso ($5.00) no es igual a la suma de los comprobantes de reembolso ($6.00).',
    ],
    [
      'lists what it reimburses',
      (valor) => {
        delete valor.reembolsos
      },
      'reembolsos: Un reembolso debe detallar los comprobantes que se reembolsan.',
    ],
    [
      'reimburses only under its code',
      ({ infoLiquidacionCompra: info }) => {
        delete info.codDocReembolso
      },
      'reembolsos: Los comprobantes de reembolso necesitan el código de documento 41.',
    ],
    [
      'names the authorization of each voucher',
      (valor) => {
        at(valor.reembolsos ?? [], 1).numeroautorizacionDocReemb = '12345678901'
      },
      'reembolsos[1].numeroautorizacionDocReemb: El número de autorización debe tener 10, 37 o 49 dígitos y tiene 11.',
    ],
  ])('%s', (_, change, problem) => {
    expect(problemsOf<'liquidacionCompra'>('liquidacionCompra-1.1.0-reembolso', change)).toEqual([problem])
  })
})

describe('a comprobante de retención', () => {
  type Change2 = (valor: Writable<Extract<ValorOf<'comprobanteRetencion'>, { version: '2.0.0' }>>) => void
  const problems = (name: 'comprobanteRetencion-2.0.0' | 'comprobanteRetencion-2.0.0-exterior', change: Change2) =>
    problemsOf<'comprobanteRetencion'>(name, change as Parameters<typeof problemsOf<'comprobanteRetencion'>>[1])

  test.each<[string, Change2, string]>([
    [
      'withholds its percentage of the base',
      ({ docsSustento }) => {
        at(at(docsSustento, 0).retenciones, 0).valorRetenido = montoOf(2_020_000)
      },
      'docsSustento[0].retenciones[0].valorRetenido: El valor retenido ($2.02) no es la base por el porcentaje ($2.00).',
    ],
    [
      'withholds renta on no more than the subtotal',
      ({ docsSustento }) => {
        Object.assign(at(at(docsSustento, 0).retenciones, 1), { baseImponible: montoOf(51_000_000), valorRetenido: 1_530_000 })
      },
      'docsSustento[0].retenciones: Las bases suman $151.00 y superan el valor sin impuestos del comprobante ($150.00).',
    ],
    [
      'withholds IVA on no more than the IVA',
      ({ docsSustento }) => {
        Object.assign(at(at(docsSustento, 0).retenciones, 2), { baseImponible: montoOf(100_000_000), valorRetenido: 30_000_000 })
      },
      'docsSustento[0].retenciones: Las bases suman $100.00 y superan el IVA del comprobante ($15.00).',
    ],
    [
      'comes after what supports it',
      ({ docsSustento }) => {
        at(docsSustento, 1).fechaEmisionDocSustento = '2026-11-21'
      },
      'docsSustento[1].fechaEmisionDocSustento: El documento de sustento no puede ser posterior a la retención.',
    ],
    [
      'says how the supporting document was paid',
      ({ docsSustento }) => {
        at(at(docsSustento, 0).pagos, 0).total = montoOf(1_000_000)
      },
      'docsSustento[0].pagos: La suma de los pagos no es igual al importe total.',
    ],
    [
      'says nothing of foreign régimes when paid here',
      ({ docsSustento }) => {
        at(docsSustento, 0).tipoRegi = '01'
      },
      'docsSustento[0].tipoRegi: Este dato va solo en pagos al exterior.',
    ],
    [
      'names the kind of person only of foreigners',
      ({ infoCompRetencion: info }) => {
        info.tipoSujetoRetenido = '01'
      },
      'infoCompRetencion.tipoSujetoRetenido: El tipo de sujeto retenido consta solo, y siempre, cuando la identificación es del exterior (08).',
    ],
  ])('%s', (_, change, problem) => {
    expect(problems('comprobanteRetencion-2.0.0', change)).toEqual([problem])
  })

  test.each<[string, Change2, string]>([
    [
      'names the kind of person of foreigners',
      ({ infoCompRetencion: info }) => {
        delete info.tipoSujetoRetenido
      },
      'infoCompRetencion.tipoSujetoRetenido: El tipo de sujeto retenido consta solo, y siempre, cuando la identificación es del exterior (08).',
    ],
    [
      'says the régime of a payment abroad',
      ({ docsSustento }) => {
        delete at(docsSustento, 0).tipoRegi
      },
      'docsSustento[0].tipoRegi: Indique el régimen fiscal del exterior: general (01), paraíso fiscal (02) o preferente (03).',
    ],
    [
      'says whether the rule holds where no treaty does',
      ({ docsSustento }) => {
        delete at(docsSustento, 0).pagExtSujRetNorLeg
      },
      'docsSustento[0].pagExtSujRetNorLeg: Sin convenio, indique si el pago está sujeto a retención por norma legal.',
    ],
    [
      'ties dividends to their sustento',
      ({ docsSustento }) => {
        at(docsSustento, 1).codSustento = '02'
      },
      'docsSustento[1].retenciones[0].dividendos: Los dividendos necesitan el código de sustento 10.',
    ],
    [
      'sums up what was reimbursed',
      ({ docsSustento }) => {
        at(docsSustento, 2).totalBaseImponibleReembolso = montoOf(1_000_000)
      },
      'docsSustento[2].totalBaseImponibleReembolso: El campo totalBaseImponibleReembolso ($1.00) no es igual a la suma de los comprobantes de reembolso ($54.00).',
    ],
  ])('%s', (_, change, problem) => {
    expect(problems('comprobanteRetencion-2.0.0-exterior', change)).toEqual([problem])
  })
})

describe('a factura', () => {
  test.each<[string, `factura-${string}`, (valor: Writable<ValorOf<'factura'>>) => void, string]>([
    [
      'of export says where the goods go',
      'factura-1.1.0-exportacion',
      ({ infoFactura: info }) => {
        delete info.puertoDestino
      },
      'infoFactura.puertoDestino: Una exportación indica el puerto de destino.',
    ],
    [
      'that names an incoterm is an export',
      'factura-1.1.0-exportacion',
      ({ infoFactura: info }) => {
        delete info.comercioExterior
      },
      'infoFactura.comercioExterior: Una exportación indica la palabra EXPORTADOR.',
    ],
    [
      'sums up what it reimburses',
      'factura-1.1.0-reembolso',
      ({ infoFactura: info }) => {
        info.totalComprobantesReembolso = 0
      },
      'infoFactura.totalComprobantesReembolso: El campo totalComprobantesReembolso ($0.00) no es igual a la suma de los comprobantes de reembolso ($60.00).',
    ],
    [
      'sums up its subsidy',
      'factura-1.1.0-subsidio',
      ({ infoFactura: info }) => {
        info.totalSubsidio = montoOf(7_000_000)
      },
      'infoFactura.totalSubsidio: El total del subsidio ($7.00) no es igual a la suma de los detalles ($6.50).',
    ],
    [
      'never sells above the price without subsidy',
      'factura-1.1.0-subsidio',
      ({ detalles }) => {
        at(detalles, 0).precioSinSubsidio = montoOf(1_000_000)
      },
      'detalles[0].precioSinSubsidio: El precio sin subsidio no puede ser menor que el precio.',
    ],
    [
      'to be negotiated has an address',
      'factura-1.1.0-negociable-transporte',
      ({ infoFactura: info }) => {
        delete info.direccionComprador
      },
      'infoFactura.direccionComprador: Una factura negociable necesita la dirección del comprador.',
    ],
    [
      'to be negotiated has a term',
      'factura-1.1.0-negociable-transporte',
      ({ infoFactura: info }) => {
        delete at(info.pagos ?? [], 0).plazo
      },
      'infoFactura.pagos: Una factura negociable necesita un pago con plazo y unidad de tiempo.',
    ],
    [
      'in place of a guía exists before the goods move',
      'factura-2.1.0-completa',
      ({ infoSustitutivaGuiaRemision: guia }) => {
        if (guia) guia.fechaIniTransporte = '2026-11-19'
      },
      'infoSustitutivaGuiaRemision.fechaIniTransporte: El transporte no puede comenzar antes de la fecha de emisión.',
    ],
  ])('%s', (_, name, change, problem) => {
    expect(problemsOf<'factura'>(name, change)).toEqual([problem])
  })
})
