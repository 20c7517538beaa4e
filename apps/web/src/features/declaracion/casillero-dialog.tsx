import type { Casilla, DocumentoCasillero, Papel } from '@yupana/contract'
import { COD_DOC, displayMonto, MARCA_VENTA_LABEL, MARCAS_VENTA, type MarcaVenta } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { NativeSelect } from '../../components/native-select.tsx'
import { fechaText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import classes from './declaracion.module.css'
import { CONFIANZA, isNumbered, valorText } from './declaracion-words.ts'
import { casilleroQuery, cualOf, marcar } from './declaracion.queries.ts'
import { DocumentoLink, ListaDocumentos } from './documentos.tsx'
import { AjusteDialog } from './papel-dialogos.tsx'

interface CasilleroDialogProps {
  papel: Papel
  casilla: Casilla
  onOpen: (codigo: string) => void
  onClose: () => void
}

/** A box in detail: its formula in words and figures, its source, its documents. */
export function CasilleroDialog({ papel, casilla, onOpen, onClose }: CasilleroDialogProps) {
  const [isAdjusting, setAdjusting] = useState(false)
  const { codigo, concepto, valor, unidad, ajuste, declarado, formula, cifras, nota, fuente, enlace, confianza, abre, ajustable } = casilla
  const motivo = papel.ajustes.find(({ casillero }) => casillero === codigo)?.motivo
  if (isAdjusting) return <AjusteDialog papel={papel} casilla={casilla} onClose={() => setAdjusting(false)} />
  return (
    <Dialog opened title={isNumbered(codigo) ? `Casillero ${codigo}` : 'Talón resumen'} onClose={onClose} size={720}>
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
        {fuente !== null && (
          <p>
            {fuente} {enlace !== null && <Link to={enlace}>Ver ese papel</Link>}
          </p>
        )}
        {ajuste !== 0 && (
          <p>
            Ajuste de <strong>{displayMonto(ajuste)}</strong>: {motivo}
          </p>
        )}
        {declarado !== null && declarado !== valor && <p>Se declaró {valorText(declarado, unidad)}.</p>}
        <p className={classes.quiet}>{CONFIANZA[confianza]}</p>
        {abre === 'CASILLEROS' && <Componentes partes={casilla.partes} papel={papel} onOpen={onOpen} />}
        {abre === 'DOCUMENTOS' && <Documentos papel={papel} codigo={codigo} unidad={unidad} />}
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

/** With more parts than this, those of 0 are left out. */
const PARTES_A_LA_VISTA = 12

function Componentes({ partes, papel, onOpen }: { partes: readonly string[]; papel: Papel; onOpen: (codigo: string) => void }) {
  const named = new Set(partes)
  const casillas = papel.secciones
    .flatMap(({ filas }) => filas.flatMap((fila) => fila.casillas))
    .filter((one) => one !== null)
    .filter(({ codigo, valor }) => named.has(codigo) && (named.size <= PARTES_A_LA_VISTA || valor !== 0))
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

function Documentos({ papel, codigo, unidad }: { papel: Papel; codigo: string; unidad: Casilla['unidad'] }) {
  const [page, setPage] = useState(0)
  const answer = useQuery(casilleroQuery(cualOf(papel), codigo, page))
  return (
    <ListaDocumentos answer={answer} page={page} onPage={setPage} none="Ningún documento en este casillero." columns={['Valor']}>
      {(documento) => <Fila key={`${documento.origen} ${documento.id}`} documento={documento} unidad={unidad} />}
    </ListaDocumentos>
  )
}

const VENTAS: readonly string[] = [COD_DOC.FACTURA, COD_DOC.NOTA_DEBITO]

function Fila({ documento, unidad }: { documento: DocumentoCasillero; unidad: Casilla['unidad'] }) {
  const { id, origen, tipo, numero, fecha, valor, marca } = documento
  const canMark = origen === 'DOCUMENTO' && VENTAS.includes(tipo) && hasRight('declaracion:presentar')
  return (
    <tr>
      <th scope="row">
        <DocumentoLink documento={documento} />
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
      <td data-end>{valorText(valor, unidad)}</td>
    </tr>
  )
}
