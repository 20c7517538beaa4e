import { NOMBRE_AMBIENTE, type ComprobanteDetalle } from '@yupana/contract'
import { COD_DOC, displayMonto, nombreComprobante, type Monto } from '@yupana/fiscal'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { Copyable } from '../../components/copyable.tsx'
import { emitidoPathOf } from '../../domain/emision/rutas.ts'
import { fechaText, momentoText } from '../../lib/formato/format.ts'
import classes from './comprobante.module.css'

const Dato = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** Label of the receiver, where it is not a client. */
const RECEPTOR: Readonly<Record<string, string>> = {
  [COD_DOC.LIQUIDACION_COMPRA]: 'Proveedor',
  [COD_DOC.GUIA_REMISION]: 'Destinatario',
  [COD_DOC.RETENCION]: 'Proveedor',
}

export const DetalleResumen = ({ documento, cambio }: { documento: ComprobanteDetalle; cambio?: Monto | undefined }) => (
  <section className={classes.card} aria-labelledby="resumen">
    <h2 id="resumen">Resumen</h2>
    <dl className={classes.datos}>
      <Dato label={RECEPTOR[documento.tipo] ?? 'Cliente'}>{documento.receptor_nombre}</Dato>
      <Dato label="Identificación">{documento.receptor_identificacion}</Dato>
      <Dato label="Fecha de emisión">{fechaText(documento.fecha_emision)}</Dato>
      {documento.pago_retencion && (
        <Dato label="Fecha de pago">
          {fechaText(documento.pago_retencion.fecha)}: {documento.pago_retencion.motivo}
        </Dato>
      )}
      {documento.autorizado_en && <Dato label="Autorizado el">{momentoText(documento.autorizado_en)}</Dato>}
      {documento.vendedor && <Dato label="Vendedor">{documento.vendedor}</Dato>}
      <Dato label="Ambiente">{NOMBRE_AMBIENTE[documento.ambiente]}</Dato>
      {documento.origen !== 'SISTEMA' && (
        <Dato label="Emitido en">{documento.origen === 'FISICA' ? 'Comprobante preimpreso' : 'Portal del SRI'}</Dato>
      )}
      <Dato label="Número">
        <Copyable name="el número">{documento.numero}</Copyable>
      </Dato>
      <Dato label={documento.clave === '' ? 'Autorización' : 'Clave de acceso'}>
        <span className={classes.clave}>
          <Copyable name={documento.clave === '' ? 'la autorización' : 'la clave de acceso'}>
            {documento.clave || documento.autorizacion}
          </Copyable>
        </span>
      </Dato>
      {documento.tipo !== COD_DOC.GUIA_REMISION && (
        <Dato label="Total">
          <strong className={classes.total}>{displayMonto(documento.total)}</strong>
        </Dato>
      )}
      {documento.puede_anular.ligados.map(({ id, tipo, numero }) => (
        <Dato key={id} label={nombreComprobante(tipo)}>
          <Link to={emitidoPathOf(id)}>{numero}</Link>
        </Dato>
      ))}
      {cambio !== undefined && (
        <Dato label="Cambio">
          <strong className={classes.total}>{displayMonto(cambio)}</strong>
        </Dato>
      )}
    </dl>
  </section>
)
