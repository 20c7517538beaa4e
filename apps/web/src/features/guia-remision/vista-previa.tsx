import type { Contexto } from '@yupana/contract'
import { COD_DOC, displayNumero } from '@yupana/fiscal'
import { useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'

import { VistaHoja } from '../../domain/emision/vista-hoja.tsx'
import vista from '../../domain/emision/vista-previa.module.css'
import { fechaText } from '../../lib/formato/format.ts'
import { cantidadOf, detallesOf, motivoOf, type DestinatarioValores, type GuiaValores } from './guia-valores.ts'

const dia = (fecha: string) => (fecha === '' ? '' : fechaText(fecha))

/** Preview of the printed guía. */
export function VistaPrevia({ contexto, numero }: { contexto: Contexto; numero: string }) {
  const valores = useDeferredValue(useWatch<GuiaValores>() as GuiaValores)
  const { transportista } = valores
  return (
    <VistaHoja contexto={contexto} tipo={COD_DOC.GUIA_REMISION} numero={numero} fecha={valores.fecha_emision}>
      <div className={vista.caja}>
        <p>Transportista: {transportista?.razon_social ?? ''}</p>
        <p>Identificación: {transportista?.identificacion ?? ''}</p>
        <p>Placa: {valores.placa}</p>
        <p>Punto de partida: {valores.dir_partida}</p>
        <p>
          Inicio del transporte: {dia(valores.fecha_ini)} · Fin: {dia(valores.fecha_fin)}
        </p>
      </div>
      {valores.destinatarios.map((destinatario, at) => (
        <Destinatario key={at} destinatario={destinatario} />
      ))}
    </VistaHoja>
  )
}

const Destinatario = ({ destinatario }: { destinatario: DestinatarioValores }) => (
  <>
    <div className={vista.caja}>
      <p>Destinatario: {destinatario.persona?.razon_social ?? ''}</p>
      <p>Identificación: {destinatario.persona?.identificacion ?? ''}</p>
      <p>Destino: {destinatario.direccion}</p>
      <p>Motivo del traslado: {motivoOf(destinatario)}</p>
      {destinatario.numero !== '' && (
        <p>
          Comprobante: {destinatario.numero} del {dia(destinatario.fecha)}
        </p>
      )}
      {destinatario.ruta !== '' && <p>Ruta: {destinatario.ruta}</p>}
    </div>
    <table className={vista.detalle}>
      <thead>
        <tr>
          <th>Cantidad</th>
          <th>Descripción</th>
          <th>Código</th>
        </tr>
      </thead>
      <tbody>
        {detallesOf(destinatario).map(({ fila, detalle }) => (
          <tr key={fila}>
            <td>{displayNumero(cantidadOf(detalle))}</td>
            <td>{detalle.descripcion}</td>
            <td>{detalle.codigo}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
)
