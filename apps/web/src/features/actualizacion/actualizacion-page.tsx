import { MAX_ACTUALIZACION, type ProductoHoja } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { IconHistory, IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { LeaveGuard } from '../../components/form/unsaved-guard.tsx'
import { NativeSelect } from '../../components/native-select.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { ESTADO_OPTIONS } from '../../domain/producto/producto-schema.ts'
import { HttpError } from '../../lib/http/http-error.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { hojaQuery, saveCambios, undo, type FiltroHoja } from './actualizacion.queries.ts'
import { ActualizacionesDialog } from './actualizaciones-dialog.tsx'
import { CambiosDialog } from './cambios-dialog.tsx'
import { cambioOf, enviadoOf, type Cambio, type Ediciones } from './hoja-cambios.ts'
import { columnasFor, type Columna } from './hoja-columnas.ts'
import { HojaHerramientas } from './hoja-herramientas.tsx'
import { HojaTabla } from './hoja-tabla.tsx'
import classes from './hoja.module.css'
import { useHoja } from './use-hoja.ts'

const number = (n: number) => n.toLocaleString('en-US')
const always = () => true

/** All rows read so far, also those outside the present search. */
function useConocidas(filas: readonly ProductoHoja[] | undefined): ReadonlyMap<string, ProductoHoja> {
  const [conocidas, setConocidas] = useState<ReadonlyMap<string, ProductoHoja>>(new Map())
  const [seen, setSeen] = useState<readonly ProductoHoja[]>()
  if (filas !== seen) {
    setSeen(filas)
    if (filas) setConocidas(new Map([...conocidas, ...filas.map((fila) => [fila.id, fila] as const)]))
  }
  return conocidas
}

const cambiosOf = (columnas: readonly Columna[], ediciones: Ediciones, conocidas: ReadonlyMap<string, ProductoHoja>): Cambio[] =>
  [...ediciones].flatMap(([id, textos]) => {
    const fila = conocidas.get(id)
    const celdas = fila ? cambioOf(columnas, fila, textos) : []
    return fila && celdas.length > 0 ? [{ fila, celdas }] : []
  })

/** Reason of each refused row: the answer names rows by their index in the sent list. */
function rechazosOf({ fieldErrors }: HttpError, ids: readonly string[]): Map<string, string> {
  const byId = new Map<string, string>()
  for (const [campo, message] of Object.entries(fieldErrors)) {
    const id = ids[Number(campo.split('.')[0])]
    if (id !== undefined) byId.set(id, byId.has(id) ? `${byId.get(id)} ${message}` : message)
  }
  return byId
}

export function ActualizacionPage() {
  const [filtro, setFiltro] = useState<FiltroHoja>({ q: '', status: 'ACTIVO' })
  const [onlyChanged, setOnlyChanged] = useState(false)
  const [open, setOpen] = useState<'cambios' | 'ultimas' | 'descartar'>()
  const [rechazos, setRechazos] = useState<ReadonlyMap<string, string>>(new Map())
  const [saved, setSaved] = useState<{ id: string; productos: number }>()
  const [keyFor] = useState(createSendingKey)
  const answer = useQuery(hojaQuery(filtro))
  const columnas = useMemo(() => columnasFor(hasRight('producto:ver_costo')), [])
  const conocidas = useConocidas(answer.data?.filas)
  const [shownIds, setShownIds] = useState<readonly string[]>([])
  const filas = useMemo(
    () =>
      onlyChanged
        ? shownIds.flatMap((id) => {
            const fila = conocidas.get(id)
            return fila ? [fila] : []
          })
        : (answer.data?.filas ?? []),
    [onlyChanged, shownIds, conocidas, answer.data],
  )
  const hoja = useHoja(filas, columnas)
  const cambios = useMemo(() => cambiosOf(columnas, hoja.ediciones, conocidas), [columnas, hoja.ediciones, conocidas])
  const problemas = cambios.flatMap(({ celdas }) => celdas).filter(({ problem }) => problem !== undefined).length
  const save = async () => {
    const enviados = cambios.map(enviadoOf)
    try {
      const { id, productos } = await saveCambios(enviados, keyFor(enviados))
      hoja.olvidar()
      setRechazos(new Map())
      setOnlyChanged(false)
      setSaved(id === null ? undefined : { id, productos })
      setOpen(undefined)
    } catch (error) {
      if (error instanceof HttpError && error.status === 422)
        setRechazos(
          rechazosOf(
            error,
            enviados.map(({ id }) => id),
          ),
        )
      throw error
    }
  }
  const showOnlyChanged = (isOn: boolean) => {
    setShownIds(cambios.map(({ fila }) => fila.id))
    setOnlyChanged(isOn)
  }
  return (
    <>
      <PageHeader title="Actualización masiva" count={answer.data && number(answer.data.total)}>
        <Button variant="default" leftSection={<IconHistory size={16} aria-hidden="true" />} onClick={() => setOpen('ultimas')}>
          Últimas actualizaciones
        </Button>
      </PageHeader>
      {saved && <Guardada {...saved} onOver={() => setSaved(undefined)} />}
      <Filtros
        filtro={filtro}
        onFiltro={setFiltro}
        onlyChanged={onlyChanged}
        onOnlyChanged={showOnlyChanged}
        hasChanges={cambios.length > 0}
      />
      <HojaHerramientas hoja={hoja} />
      {answer.isError && (
        <Alert title="No se pudieron cargar los productos.">
          <Button variant="default" onClick={() => void answer.refetch()}>
            Reintentar
          </Button>
        </Alert>
      )}
      {answer.isPending ? (
        <Skeleton label="Cargando productos" lines={['100%', '96%', '98%', '94%']} />
      ) : filas.length === 0 ? (
        <p>No se encontraron registros</p>
      ) : (
        <HojaTabla hoja={hoja} rechazos={rechazos} />
      )}
      <Nota total={answer.data?.total ?? 0} />
      <div className={classes.pie}>
        <p aria-live="polite">{resumenOf(cambios.length, problemas)}</p>
        <Button variant="default" disabled={cambios.length === 0} onClick={() => setOpen('descartar')}>
          Descartar
        </Button>
        <Button disabled={cambios.length === 0 || problemas > 0 || cambios.length > MAX_ACTUALIZACION} onClick={() => setOpen('cambios')}>
          Revisar y guardar
        </Button>
      </div>
      {open === 'cambios' && <CambiosDialog cambios={cambios} onSave={save} onClose={() => setOpen(undefined)} />}
      {open === 'ultimas' && <ActualizacionesDialog onClose={() => setOpen(undefined)} />}
      <ConfirmDialog
        opened={open === 'descartar'}
        title={`Descartar los cambios de ${number(cambios.length)} ${cambios.length === 1 ? 'producto' : 'productos'}`}
        confirmLabel="Descartar cambios"
        cancelLabel="Seguir editando"
        onConfirm={() => {
          hoja.olvidar()
          setRechazos(new Map())
          setOnlyChanged(false)
          setOpen(undefined)
        }}
        onCancel={() => setOpen(undefined)}
      >
        <p>La hoja vuelve a lo que está guardado.</p>
      </ConfirmDialog>
      <LeaveGuard isDirty={cambios.length > 0} isUnsaved={always}>
        Lo que cambió en la hoja no se ha guardado.
      </LeaveGuard>
    </>
  )
}

function resumenOf(productos: number, problemas: number): string {
  if (productos === 0) return 'Sin cambios por guardar.'
  if (productos > MAX_ACTUALIZACION) return `Se guardan hasta ${number(MAX_ACTUALIZACION)} productos a la vez.`
  const changed = productos === 1 ? '1 producto con cambios' : `${number(productos)} productos con cambios`
  if (problemas === 0) return `${changed}.`
  return `${changed}; corrija ${problemas === 1 ? '1 celda con problema' : `${number(problemas)} celdas con problema`}.`
}

interface FiltrosProps {
  filtro: FiltroHoja
  onFiltro: (filtro: FiltroHoja) => void
  onlyChanged: boolean
  onOnlyChanged: (isOn: boolean) => void
  hasChanges: boolean
}

function Filtros({ filtro, onFiltro, onlyChanged, onOnlyChanged, hasChanges }: FiltrosProps) {
  const [text, setText] = useState(filtro.q)
  const commit = () => text.trim() !== filtro.q && onFiltro({ ...filtro, q: text.trim() })
  return (
    <div className={classes.barra} role="search">
      <TextInput
        type="search"
        label="Buscar"
        placeholder="Código, nombre o código de barras"
        className={classes.buscar ?? ''}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        maxLength={100}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
        onKeyDown={({ key }) => key === 'Enter' && commit()}
        onBlur={commit}
      />
      <NativeSelect
        label="Estado"
        value={filtro.status}
        data={[{ value: '', label: 'Todos' }, ...ESTADO_OPTIONS]}
        onChange={({ currentTarget: { value } }) => onFiltro({ ...filtro, status: value })}
      />
      <Checkbox
        label="Solo los cambiados"
        checked={onlyChanged}
        disabled={!hasChanges && !onlyChanged}
        onChange={({ currentTarget: { checked } }) => onOnlyChanged(checked)}
      />
    </div>
  )
}

const Nota = ({ total }: { total: number }) => (
  <p className={classes.nota}>
    {total > MAX_ACTUALIZACION && `Se muestran los primeros ${number(MAX_ACTUALIZACION)} de ${number(total)}: busque para ver los demás. `}
    Escriba sobre una celda, o pegue desde su hoja de cálculo. Ctrl D rellena hacia abajo, Ctrl Z deshace, Ctrl Espacio elige la columna.
  </p>
)

/** The last saved update, which can be undone here, and later in the list. */
function Guardada({ id, productos, onOver }: { id: string; productos: number; onOver: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await undo(id)
      onOver()
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      setBusy(false)
    }
  }
  return (
    <Alert tone="success" title={productos === 1 ? 'Se actualizó 1 producto.' : `Se actualizaron ${number(productos)} productos.`}>
      <Button variant="default" busy={isBusy} busyLabel="Deshaciendo…" onClick={() => void run()}>
        Deshacer
      </Button>
    </Alert>
  )
}
