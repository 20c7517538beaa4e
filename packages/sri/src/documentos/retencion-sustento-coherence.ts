// What one document that supports a withholding must agree on with itself (sri/README §6.4).
import { displayMonto, sum, type Fecha } from '@yupana/fiscal'

import { pagoProblems } from './montos-coherence.ts'
import { COD_REEMBOLSO, reembolsoAutorizaciones, reembolsoProblems } from './reembolso-coherence.ts'
import type { DocSustento } from './retencion-tree.ts'
import { autorizacionProblems } from './sustento-coherence.ts'
import type { Problema } from './validate-tree.ts'

const RENTA = '1', IVA = '2'
/** «Distribución de dividendos» (ATS, Tabla 5). */
const SUSTENTO_DIVIDENDOS = '10'
const PAGO_EXTERIOR = '02'

export function docSustentoCoherence(doc: DocSustento, fechaEmision: Fecha, campo: string): Problema[] {
  const isReembolso = doc.codDocSustento === COD_REEMBOLSO
  const isLate = doc.fechaEmisionDocSustento > fechaEmision
  return [
    ...(isLate ? [{ campo: `${campo}.fechaEmisionDocSustento`, mensaje: 'El documento de sustento no puede ser posterior a la retención.' }] : []),
    ...autorizacionProblems(doc.numAutDocSustento, `${campo}.numAutDocSustento`),
    ...exteriorProblems(doc, campo),
    ...baseProblems(doc, campo),
    ...dividendoProblems(doc, campo),
    ...pagoProblems(doc.pagos, doc.importeTotal, `${campo}.pagos`),
    ...reembolsoProblems(isReembolso, doc, doc.reembolsos, { totales: campo, reembolsos: `${campo}.reembolsos` }),
    ...reembolsoAutorizaciones(doc.reembolsos, 'numeroAutorizacionDocReemb', `${campo}.reembolsos`),
  ]
}

const EXTERIOR = ['tipoRegi', 'paisEfecPago', 'aplicConvDobTrib', 'pagExtSujRetNorLeg', 'pagoRegFis'] as const
const EXTERIOR_REQUIRED = ['tipoRegi', 'paisEfecPago', 'aplicConvDobTrib'] as const

function exteriorProblems(doc: DocSustento, campo: string): Problema[] {
  if (doc.pagoLocExt !== PAGO_EXTERIOR)
    return EXTERIOR.filter((name) => doc[name] !== undefined).map((name) => ({ campo: `${campo}.${name}`, mensaje: `El campo ${name} es solo de pagos al exterior (02).` }))
  const norma = doc.aplicConvDobTrib === 'NO' && doc.pagExtSujRetNorLeg === undefined ? ['pagExtSujRetNorLeg'] : []
  return [...EXTERIOR_REQUIRED.filter((name) => doc[name] === undefined), ...norma].map((name) => ({
    campo: `${campo}.${name}`,
    mensaje: `El campo ${name} es obligatorio en pagos al exterior (02).`,
  }))
}

/** Income tax is withheld on the amount without taxes, IVA on the IVA: neither on more than the document has. */
function baseProblems(doc: DocSustento, campo: string): Problema[] {
  const iva = sum(doc.impuestosDocSustento.filter((impuesto) => impuesto.codImpuestoDocSustento === IVA).map(({ valorImpuesto }) => valorImpuesto))
  const limits = [
    { codigo: RENTA, limit: doc.totalSinImpuestos, what: 'el total sin impuestos del documento de sustento' },
    { codigo: IVA, limit: iva, what: 'el IVA del documento de sustento' },
  ]
  return limits.flatMap(({ codigo, limit, what }) => {
    const base = sum(doc.retenciones.filter((retencion) => retencion.codigo === codigo).map(({ baseImponible }) => baseImponible))
    return base <= limit ? [] : [{ campo: `${campo}.retenciones`, mensaje: `La base retenida (${displayMonto(base)}) supera ${what} (${displayMonto(limit)}).` }]
  })
}

const dividendoProblems = (doc: DocSustento, campo: string): Problema[] =>
  doc.codSustento === SUSTENTO_DIVIDENDOS
    ? []
    : doc.retenciones.flatMap(({ dividendos }, at) =>
        dividendos ? [{ campo: `${campo}.retenciones[${at}].dividendos`, mensaje: `Los dividendos necesitan el código de sustento ${SUSTENTO_DIVIDENDOS}.` }] : [])
