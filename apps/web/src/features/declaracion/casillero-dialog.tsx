import type { Casilla, DocumentoCasillero, Papel } from '@yupana/contract'
import { displayMonto, MARCA_VENTA_LABEL, MARCAS_VENTA, nombreComprobanteAts, type MarcaVenta } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { NativeSelect } from '../../components/native-select.tsx'
import { fechaText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { hasRight, hasScreen } from '../../lib/sesion/rights.ts'
import classes from './declaracion.module.css'
import { CONFIANZA, valorText } from './declaracion-words.ts'
import { casilleroQuery, cualOf, marcar, PAGINA } from './declaracion.queries.ts'
import { AjusteDialog } from './papel-dialogos.tsx'

interface CasilleroDialogProps {
  papel: Papel
  casilla: Casilla
  onOpen: (codigo: string) => void
  onClose: () => void
}

/** What is in a box: its arithmetic in words and figures, its source, its documents. */
export function CasilleroDialog({ papel, casilla, onOpen, onClose }: CasilleroDialogProps) {
  const [isAdjusting, setAdjusting] = useState(false)
  const { codigo, concepto, valor, unidad, ajuste, declarado, formula, cifras, nota, confianza, abre, ajustable } = casilla
  const motivo = papel.ajustes.find(({ casillero }) => casillero === codigo)?.motivo
  if (isAdjusting) return <AjusteDialog papel={papel} casilla={casilla} onClose={() => setAdjusting(false)} />
  return (
    <Dialog opened title={`Casillero ${codigo}`} onClose={onClose} size={720}>
      <div className={classes.detalle}>
        <p>{concepto}</p>
        <p className={classes.valor}>{valorText(valor, unidad)}</p>
        {formula !== null && (
          <p>
            <span className={classes.label}>Cálculo</span> {formula}
            {cifras !== null && <span className={classes.cuenta}>{cifras}</span>}
          </p>
        )}
        {nota !== null && <p>{nota}.</p>}
        {ajuste !== 0 && (
          <p>
            Ajuste de <strong>{displayMonto(ajuste)}</strong>: {motivo}
          </p>
        )}
        {declarado !== null && declarado !== valor && <p>Se declaró {valorText(declarado, unidad)}.</p>}
        <p className={classes.quiet}>{CONFIANZA[confianza]}</p>
        {abre === 'CASILLEROS' && formula !== null && <Componentes formula={formula} papel={papel} onOpen={onOpen} />}
        {abre === 'DOCUMENTOS' && <Documentos papel={papel} codigo={codigo} />}
        {ajustable && hasRight('declaracion:presentar') && (
          <div className={classes.acciones}>
            <Button variant="default" onClick={() => setAdjusting(true)}>
              {ajuste === 0 ? 'Ajustar con un motivo' : 'Cambiar el ajuste'}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}

function Componentes({ formula, papel, onOpen }: { formula: string; papel: Papel; onOpen: (codigo: string) => void }) {
  const named = new Set(formula.match(/\b\d{3,4}\b/g) ?? [])
  const casillas = papel.secciones
    .flatMap(({ filas }) => filas.flatMap((fila) => fila.casillas))
    .filter((one) => one !== null)
    .filter(({ codigo }) => named.has(codigo))
  return (
    <ul className={classes.componentes}>
      {casillas.map(({ codigo, concepto, valor, unidad }) => (
        <li key={codigo}>
          <button type="button" className={classes.casillero} onClick={() => onOpen(codigo)}>
            <span className={classes.numero}>{codigo}</span>
            <span>{valorText(valor, unidad)}</span>
          </button>
          <span>{concepto}</span>
        </li>
      ))}
    </ul>
  )
}

const addressOf = ({ id, origen }: DocumentoCasillero): string | undefined => {
  if (origen === 'DOCUMENTO') return `/comprobante/${id}`
  const screen = origen === 'COMPRA' ? '/documento/compra' : '/retencion'
  return hasScreen(screen) ? `${screen}/${id}` : undefined
}

function Documentos({ papel, codigo }: { papel: Papel; codigo: string }) {
  const [page, setPage] = useState(0)
  const { data, error } = useQuery(casilleroQuery(cualOf(papel), codigo, page))
  if (error) return <p role="alert">No se pudieron leer sus documentos. Cierre y vuelva a abrir el casillero.</p>
  if (!data) return <p role="status">Leyendo sus documentos…</p>
  if (data.totalElements === 0) return <p className={classes.quiet}>Ningún documento en este casillero.</p>
  const last = Math.min((page + 1) * PAGINA, data.totalElements)
  return (
    <>
      <table className={classes.documentos}>
        <caption>
          Documentos {page * PAGINA + 1} a {last} de {data.totalElements}
        </caption>
        <thead>
          <tr>
            <th scope="col">Documento</th>
            <th scope="col">Fecha</th>
            <th scope="col" data-end>
              Valor
            </th>
          </tr>
        </thead>
        <tbody>
          {data.content.map((documento) => (
            <Fila key={`${documento.origen} ${documento.id}`} documento={documento} />
          ))}
        </tbody>
      </table>
      {data.totalPages > 1 && (
        <div className={classes.acciones}>
          <Button variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Anteriores
          </Button>
          <Button variant="default" disabled={page >= data.totalPages - 1} onClick={() => setPage(page + 1)}>
            Siguientes
          </Button>
        </div>
      )}
    </>
  )
}

const VENTAS = ['01', '05']

function Fila({ documento }: { documento: DocumentoCasillero }) {
  const { id, origen, tipo, numero, fecha, nombre, valor, marca } = documento
  const to = addressOf(documento)
  const text = `${nombreComprobanteAts(tipo) ?? tipo} ${numero}`
  const canMark = origen === 'DOCUMENTO' && VENTAS.includes(tipo) && hasRight('declaracion:presentar')
  return (
    <tr>
      <th scope="row">
        {to === undefined ? text : <Link to={to}>{text}</Link>}
        <span className={classes.quiet}>{nombre}</span>
        {canMark && (
          <NativeSelect
            aria-label={`Clase de venta de ${numero}`}
            size="xs"
            value={marca ?? ''}
            data={[{ value: '', label: 'Venta normal' }, ...MARCAS_VENTA.map((one) => ({ value: one, label: MARCA_VENTA_LABEL[one] }))]}
            onChange={({ currentTarget: { value } }) => void untilRefused(marcar(id, value === '' ? null : (value as MarcaVenta)))}
          />
        )}
      </th>
      <td>{fechaText(fecha)}</td>
      <td data-end>{displayMonto(valor)}</td>
    </tr>
  )
}
