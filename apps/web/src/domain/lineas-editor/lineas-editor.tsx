import { tarifasIvaAt, type Fecha, type ModoPrecio } from '@yupana/fiscal'
import { IconBaselineDensitySmall, IconClipboardText, IconPencil, IconPlus } from '@tabler/icons-react'
import { memo, useCallback, useImperativeHandle, useMemo, useState, type Ref } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { Button } from '../../components/button.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { useIsPhone } from '../../components/theme/viewport.ts'
import { HttpError } from '../../lib/http/http-error.ts'
import { useNormas } from '../../lib/norma/normas.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { exactOf, findProductos } from '../producto-picker/producto-busqueda.ts'
import type { MissReason } from '../producto-picker/producto-picker.tsx'
import { usePreferencia } from '../preferencia/use-preferencia.ts'
import { AvisosProducto, type AvisoProducto } from './avisos-producto.tsx'
import { LineaMenu } from './linea-menu.tsx'
import type { Material } from './linea-problemas.ts'
import { isEmptyLinea } from './linea-valores.ts'
import classes from './lineas.module.css'
import { LineasContext, type Acciones, type LineasContexto, type LineasForm } from './lineas-context.ts'
import { LineasTabla } from './lineas-tabla.tsx'
import { LineasTarjetas } from './lineas-tarjetas.tsx'
import type { FilaPegada } from './pegar-filas.ts'
import { paraOf, reglasOf, type Condiciones } from './reglas-linea.ts'
import { nombreOfTecla } from './teclas-linea.ts'
import { useLineas } from './use-lineas.ts'

const LineaDatos = loadedPart(async () => (await import('./linea-datos.tsx')).LineaDatos)
const PegarDialog = loadedPart(async () => (await import('./pegar-dialog.tsx')).PegarDialog)
const ProductoRapido = loadedPart(async () => (await import('../producto-picker/producto-rapido.tsx')).ProductoRapido)

export interface LineasHandle {
  /** Goes to a field of the lines (`lineas.3.precio`); without one, to where the next product is typed. */
  focus: (campo?: string) => void
}

interface LineasEditorProps {
  modo: ModoPrecio
  fecha: Fecha
  condiciones: Condiciones
  materiales: readonly Material[]
  /** Of the establishment that sells; null where it was not said. */
  canton?: string | null
  /** The document, in its own words. */
  nombre?: string
  /** The lines of a purchase. */
  isCompra?: boolean
  /** Its lines may tell the price without the State's subsidy. */
  withSubsidio?: boolean
  ref?: Ref<LineasHandle>
}

type Opened =
  | { kind: 'DATOS'; fila: number }
  | { kind: 'MENU'; fila: number; button: HTMLElement }
  | { kind: 'CREAR'; text: string; fila: number }
  | { kind: 'PEGAR' }

/** Row height that this user chose for all editors (O-104). It changes on the page also where the server cannot keep it. */
function useDensidad() {
  const { value, change } = usePreferencia('documento', { survives: true })
  const isDense = value.densidad === 'COMPACTA'
  return { isDense, toggleDense: () => change({ densidad: isDense ? 'NORMAL' : 'COMPACTA' }) }
}

/**
 * Edits `lineas` of the surrounding form: a grid for the keyboard, cards on a phone. `memo` spares the grid a drawing when only the totals
 * beside it change.
 */
export const LineasEditor = memo(function LineasEditor({
  modo,
  fecha,
  condiciones,
  materiales,
  canton = null,
  nombre = 'factura',
  isCompra = false,
  withSubsidio = false,
  ref,
}: LineasEditorProps) {
  const isPhone = useIsPhone()
  const { isDense, toggleDense } = useDensidad()
  const normas = useNormas()
  // A purchase has no price list, nor has a draft older than the lists.
  const lista = useWatch<LineasForm & { lista?: number }, 'lista'>({ name: 'lista' }) ?? 0
  const reglas = useMemo(
    () => ({ ...reglasOf(modo, fecha, condiciones, normas, canton), compra: isCompra, lista }),
    [modo, fecha, condiciones, normas, canton, isCompra, lista],
  )
  const { getValues } = useFormContext<LineasForm>()
  const { fields, grid, changes, said, touched } = useLineas(reglas)
  const [opened, setOpened] = useState<Opened>()
  const [avisos, setAvisos] = useState<readonly AvisoProducto[]>([])
  const close = useCallback(() => setOpened(undefined), [])
  const dismiss = useCallback((text: string) => setAvisos((before) => before.filter((aviso) => aviso.text !== text)), [])
  const miss = useCallback(
    (text: string, reason: MissReason) => setAvisos((before) => [...before.filter((aviso) => aviso.text !== text), { text, reason }]),
    [],
  )

  const acciones = useMemo<Acciones>(
    () => ({
      ...changes,
      miss,
      add: () => changes.add(),
      list: (fila, lista) => void changes.list(fila, lista),
      scan: (producto) => changes.scan(producto),
      create: (text, fila) => setOpened({ kind: 'CREAR', text, fila }),
      describe: (text, fila) => {
        const at = changes.describe(text, fila)
        if (fila < 0) setOpened({ kind: 'DATOS', fila: at })
      },
      open: (fila) => setOpened({ kind: 'DATOS', fila }),
      menu: (fila, button) => setOpened({ kind: 'MENU', fila, button }),
    }),
    [changes, miss],
  )
  const contexto = useMemo<LineasContexto>(
    () => ({
      reglas,
      materiales,
      acciones,
      canPrice: isCompra || hasRight('documento:cambiar_precio'),
      canDiscount: isCompra || hasRight('documento:descuento'),
      withSubsidio,
      tarifas: tarifasIvaAt(reglas.fecha, reglas.lugar).flatMap(({ tipoIva, label }) =>
        tipoIva === undefined ? [] : [{ iva: tipoIva, label }],
      ),
    }),
    [reglas, materiales, acciones, isCompra, withSubsidio],
  )

  const describeNotice = (text: string) => {
    if (!changes.describePasted(text)) acciones.describe(text, -1)
    dismiss(text)
  }
  const paste = async (filas: readonly FilaPegada[]) => {
    for (const text of await changes.paste(filas)) miss(text, 'DESCONOCIDO')
  }
  const retry = async (text: string) => {
    try {
      const exact = exactOf(text, await findProductos(text, paraOf(reglas)))
      if (exact) changes.scan(exact)
      if (exact) dismiss(text)
      else miss(text, 'DESCONOCIDO')
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      miss(text, 'SIN_RESPUESTA')
    }
  }

  useImperativeHandle(
    ref,
    () => ({
      focus: (campo) => {
        const [, at, name = 'codigo'] = /^lineas\.(\d+)(?:\.(\w+))?/.exec(campo ?? '') ?? []
        const lineas = getValues('lineas')
        const empty = lineas.findIndex(isEmptyLinea)
        const fila = at === undefined ? (empty < 0 ? lineas.length - 1 : empty) : Number(at)
        const cell = grid.current?.querySelector<HTMLElement>(`[name="lineas.${fila}.${name}"]`)
        if (cell) cell.focus()
        else if (isPhone && at === undefined) grid.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus()
        else setOpened({ kind: 'DATOS', fila })
      },
    }),
    [getValues, grid, isPhone],
  )

  const ids = fields.map(({ id }) => id)
  return (
    <LineasContext value={contexto}>
      <section className={classes.editor} aria-label={`Líneas de la ${nombre}`}>
        {isPhone ? (
          <div ref={grid}>
            <LineasTarjetas ids={ids} />
          </div>
        ) : (
          <LineasTabla
            grid={grid}
            ids={ids}
            contexto={contexto}
            touched={touched}
            onPaste={(filas) => void paste(filas)}
            isDense={isDense}
          />
        )}
        <AvisosProducto
          avisos={avisos}
          onCreate={(text) => acciones.create(text, -1)}
          onDescribe={contexto.canPrice ? describeNotice : undefined}
          onRetry={(text) => void retry(text)}
          onClose={dismiss}
        />
        {/* The cell that is left on a press would tell what it lacks, and move the button away before it is let go. */}
        <div className={classes.barra} onMouseDown={(event) => event.preventDefault()}>
          {!isPhone && (
            <Button variant="subtle" leftSection={<IconPlus size={16} />} onClick={() => changes.add()}>
              Agregar línea
            </Button>
          )}
          {contexto.canPrice && (
            <Button
              variant="subtle"
              leftSection={<IconPencil size={16} />}
              onClick={() => (isPhone ? openNew() : changes.add('descripcion'))}
            >
              Línea sin producto
            </Button>
          )}
          <Button variant="subtle" leftSection={<IconClipboardText size={16} />} onClick={() => setOpened({ kind: 'PEGAR' })}>
            Pegar filas
          </Button>
          {!isPhone && (
            <Button
              variant="subtle"
              className={classes.densidad}
              leftSection={<IconBaselineDensitySmall size={16} />}
              aria-pressed={isDense}
              onClick={toggleDense}
            >
              Filas compactas
            </Button>
          )}
          {!isPhone && (
            <p className={classes.teclas}>
              <kbd>{nombreOfTecla('siguiente')}</kbd> siguiente · <kbd>{nombreOfTecla('duplicar')}</kbd> duplicar ·{' '}
              <kbd>{nombreOfTecla('eliminar')}</kbd> eliminar · <kbd>{nombreOfTecla('mover')}</kbd> mover
            </p>
          )}
        </div>
        <p className={classes.oculto} role="status">
          {said}
        </p>
      </section>
      {opened?.kind === 'MENU' && (
        <LineaMenu fila={opened.fila} count={ids.length} button={opened.button} acciones={acciones} onClose={close} />
      )}
      {opened?.kind === 'DATOS' && <LineaDatos fila={opened.fila} onClose={close} />}
      {opened?.kind === 'PEGAR' && <PegarDialog onPaste={(filas) => void paste(filas)} onClose={close} />}
      {opened?.kind === 'CREAR' && (
        <ProductoRapido
          text={opened.text}
          fecha={fecha}
          onClose={close}
          onDone={(producto) => {
            dismiss(opened.text)
            close()
            if (opened.fila < 0) changes.scan(producto, 'cantidad')
            else changes.choose(opened.fila, producto)
          }}
        />
      )}
    </LineasContext>
  )

  /** On a phone an empty line has no card: it is opened at once. */
  function openNew() {
    const lineas = getValues('lineas')
    const empty = lineas.findIndex(isEmptyLinea)
    if (empty < 0) changes.add()
    setOpened({ kind: 'DATOS', fila: empty < 0 ? lineas.length : empty })
  }
})
