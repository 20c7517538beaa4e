import { useMemo, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'

import { loadedPart } from '../../components/loaded-part.tsx'
import { MontoField } from '../../components/form/number-fields.tsx'
import { useAtajos } from '../../domain/emision/atajos.ts'
import classes from '../../domain/emision/hoja.module.css'
import { Pantalla } from '../../domain/emision/pantalla.tsx'
import { usePreferencias } from '../../domain/emision/preferencias.ts'
import { cantonOf } from '../../domain/emision/series.ts'
import { usePantalla, type EditorProps } from '../../domain/emision/use-pantalla.ts'
import { LineasEditor, type LineasHandle } from '../../domain/lineas-editor/lineas-editor.tsx'
import { reglasOf } from '../../domain/lineas-editor/reglas-linea.ts'
import { GRUPO_LINEAS } from '../../domain/lineas-editor/teclas-linea.ts'
import { TotalesPanel } from '../../domain/totales-panel/totales-panel.tsx'
import { useTotales } from '../../domain/totales-panel/use-totales.ts'
import { useNormas } from '../../lib/norma/normas.ts'
import { Adicional } from './adicional.tsx'
import { Cabecera } from './cabecera.tsx'
import { Efectivo } from './efectivo.tsx'
import { FACTURA } from './factura.ts'
import { cargosOf, type FacturaValores } from './factura-valores.ts'
import { Herramientas } from './herramientas.tsx'
import { TECLAS } from './teclas.ts'
import { Techo } from './techo.tsx'
import { UltimoPrecio } from './ultimo-precio.tsx'

const VistaPrevia = loadedPart(async () => (await import('./vista-previa.tsx')).VistaPrevia)
const DudasBorrador = loadedPart(async () => (await import('./dudas-borrador.tsx')).DudasBorrador)
const ParteCotizada = loadedPart(async () => (await import('./parte-cotizada.tsx')).ParteCotizada)

/** The invoice editor (ui §5). */
export function Editor(props: EditorProps<FacturaValores>) {
  const { contexto, detalle, abierto, documento } = props
  const [fila, setFila] = useState(0)
  const lineas = useRef<LineasHandle>(null)
  const { prefer } = usePreferencias()
  const [modo, fecha, propina, aparte, serie] = useWatch<FacturaValores, ['modo', 'fecha_emision', 'propina', 'aparte', 'serie']>({
    name: ['modo', 'fecha_emision', 'propina', 'aparte', 'serie'],
  })
  const normas = useNormas()
  const canton = cantonOf(contexto, serie)
  const reglas = useMemo(
    () => reglasOf(modo, fecha || contexto.hoy, contexto.condiciones, normas, canton),
    [modo, fecha, contexto, normas, canton],
  )
  const { negocioPopular } = reglas
  const totales = useTotales(reglas, cargosOf({ propina, aparte }))
  const total = totales?.importeTotal ?? 0

  const pantalla = usePantalla(FACTURA, props, (campo) => {
    if (isAdicional(campo)) prefer({ adicional: true })
    if (campo.startsWith('lineas')) lineas.current?.focus(campo)
    return campo.startsWith('lineas')
  })
  const { goTo, atajos, startNew } = pantalla
  const onRepeated = () => {
    abierto.sync.changed()
    goTo('lineas')
  }
  useAtajos(TECLAS, {
    ...atajos,
    nueva: startNew,
    cliente: () => goTo('comprador'),
    lista: () => goTo('lista'),
    recibido: () => goTo('recibido'),
  })
  return (
    <Pantalla
      {...props}
      tipo={FACTURA}
      pantalla={pantalla}
      total={total}
      teclas={TECLAS}
      grupos={[GRUPO_LINEAS]}
      herramientas={<Herramientas contexto={contexto} onRepeated={onRepeated} />}
      vistaPrevia={(numero) => <VistaPrevia contexto={contexto} numero={numero} totales={totales} negocioPopular={negocioPopular} />}
      totales={(emitir) => (
        <TotalesPanel totales={totales} negocioPopular={negocioPopular}>
          <Techo total={total} fecha={reglas.fecha} onElegir={() => goTo('comprador')} />
          {!negocioPopular && <MontoField name="propina" label="Propina" />}
          <Efectivo total={total} />
          {emitir}
        </TotalesPanel>
      )}
    >
      <Cabecera
        contexto={contexto}
        isCorreccion={detalle !== undefined}
        hasRates={!negocioPopular}
        total={total}
        autoFocus={detalle === undefined}
        onClientChosen={() => void setTimeout(() => lineas.current?.focus())}
      />
      {(documento.version > 0 || documento.isChanged) && <DudasBorrador inicio={documento.valores} onGo={goTo} />}
      {aparte?.cotizacion_id !== undefined && <ParteCotizada onGo={goTo} />}
      <div className={classes.lineas} onFocus={(event) => setFila(filaOf(event.target) ?? fila)}>
        <LineasEditor
          ref={lineas}
          modo={modo}
          fecha={reglas.fecha}
          condiciones={contexto.condiciones}
          materiales={contexto.materiales}
          canton={canton}
          withSubsidio
        />
        <UltimoPrecio fila={fila} />
      </div>
      <Adicional hoy={reglas.fecha} />
    </Pantalla>
  )
}

/** Whether a field belongs to the section that may be closed. */
const isAdicional = (campo: string) => ['guia_remision', 'placa', 'info_adicional', 'aparte'].some((name) => campo.startsWith(name))

/** Row of the line that contains a cell. */
const filaOf = (target: EventTarget): number | undefined => {
  const row = target instanceof HTMLElement ? target.dataset.fila : undefined
  return row === undefined ? undefined : Number(row)
}
