import type { ReglaProveedor } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { totalText } from '../../components/data-table/table-pager.tsx'
import { DeleteDialog } from '../../components/dialog/delete-dialog.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { olvidar, REGLAS_MAXIMO, reglasQuery } from '../../domain/recibido/regla.queries.ts'
import { OPERACION_OPTIONS } from '../../domain/retencion/operaciones.ts'
import { momentoText } from '../../lib/formato/format.ts'
import { useDebounced } from '../../lib/pagina/use-debounced.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import classes from './recibido.module.css'

const SEARCH_MS = 300

const nombreOf = ({ proveedor_nombre: nombre, proveedor_identificacion: identificacion }: ReglaProveedor) => nombre ?? identificacion

/** «Sustento 02 · Bodega Sur · Transporte · No se retiene al registrar». */
const reglaText = ({ sustento, bodega, operacion, retener }: ReglaProveedor): string =>
  [
    sustento !== null && `Sustento ${sustento}`,
    bodega !== null && `Bodega ${bodega}`,
    OPERACION_OPTIONS.find(({ value }) => value === operacion)?.label,
    !retener && 'La retención se emite aparte',
  ]
    .filter(Boolean)
    .join(' · ')

const origenText = ({ compra, usuario, editado_en: en }: ReglaProveedor): string =>
  [compra === null ? 'Corregido a mano' : `De la compra ${compra}`, momentoText(en), usuario].filter(Boolean).join(' · ')

/** Rules learned about each supplier, with user and date; each can be forgotten. */
export function ReglasDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const q = useDebounced(text.trim(), SEARCH_MS)
  const { data, error, refetch } = useQuery(reglasQuery(q))
  const [doomed, setDoomed] = useState<ReglaProveedor>()
  return (
    <Dialog opened title="Lo aprendido de cada proveedor" onClose={onClose} size="var(--form-dialog-width)">
      <p className={classes.aprende}>Se propone en su próximo comprobante. Se aprende al registrar, y al corregir lo propuesto.</p>
      <TextInput
        label="Buscar"
        placeholder="Proveedor o identificación"
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      {error && <LoadFailure reason={error.message} onRetry={() => void refetch()} onBack={onClose} />}
      {data?.content.length === 0 && (
        <p role="status">{q === '' ? 'Todavía no se ha aprendido nada.' : 'Ningún proveedor tiene esas palabras.'}</p>
      )}
      {data && data.content.length > 0 && (
        <ul className={classes.reglas} aria-label="Proveedores">
          {data.content.map((regla) => (
            <li key={regla.id}>
              <div>
                <strong>{nombreOf(regla)}</strong>
                <span>{reglaText(regla)}</span>
                <small>{origenText(regla)}</small>
              </div>
              {hasRight('compra:registrar') && (
                <Button variant="default" aria-label={`Olvidar lo de ${nombreOf(regla)}`} onClick={() => setDoomed(regla)}>
                  Olvidar
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {data && data.totalElements > REGLAS_MAXIMO && <p>{`Se muestran ${REGLAS_MAXIMO} de ${totalText(data)}: busque los demás.`}</p>}
      <div className={classes.acciones}>
        <LinkButton to="/comprobante/compras/articulos" variant="default">
          Artículos recordados
        </LinkButton>
      </div>
      {doomed && (
        <DeleteDialog
          title={`Olvidar lo de ${nombreOf(doomed)}`}
          confirmLabel="Olvidar"
          onDelete={() => olvidar(doomed.id)}
          onClose={() => setDoomed(undefined)}
        >
          <p>Su próximo comprobante se propondrá como el primero; las compras registradas quedan como están.</p>
        </DeleteDialog>
      )}
    </Dialog>
  )
}
