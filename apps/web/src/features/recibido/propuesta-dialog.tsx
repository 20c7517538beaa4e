import type { CorreccionRecibido, PropuestaRecibido, RecibidoFila } from '@yupana/contract'
import { displayMonto, sustentosCompra, type CategoriaGasto } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'

import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { NativeSelect } from '../../components/native-select.tsx'
import { bodegasQuery } from '../../domain/bodega/bodegas.ts'
import { corregir } from '../../domain/recibido/bandeja.queries.ts'
import { useSerieRetencion, type SerieRetencion } from '../../domain/recibido/serie-retencion.ts'
import { mayWithhold } from '../../domain/retencion/al-guardar.ts'
import { OPERACION_OPTIONS } from '../../domain/retencion/operaciones.ts'
import { Propuesta } from '../../domain/retencion/propuesta.tsx'
import { untilRefused } from '../../lib/http/http-error.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { Eleccion } from './eleccion.tsx'
import { Parte } from './parte.tsx'
import { GastoParte, useGasto } from './gasto.tsx'
import { emits, numeroText, pathOf, registerText, serieText } from './recibido-words.ts'
import classes from './recibido.module.css'
import { useRegistrar } from './use-registrar.ts'

interface PropuestaDialogProps {
  fila: RecibidoFila
  propuesta: PropuestaRecibido
  onClose: () => void
}

/** The parts of a proposal; a change applies to its supplier from now on. */
export function PropuestaDialog({ fila, propuesta, onClose }: PropuestaDialogProps) {
  const serie = useSerieRetencion(emits(propuesta))
  const registrar = useRegistrar(serie)
  const [isSaving, save] = useBusy((cambio: CorreccionRecibido) => untilRefused(corregir(fila.id, cambio)))
  const [isBusy, accept] = useBusy(() => untilRefused(registrar(fila).then(onClose)))
  const takeGasto = useGasto(fila)
  const [isTaking, take] = useBusy((categoria: CategoriaGasto) => untilRefused(takeGasto(categoria).then(onClose)))
  return (
    <Dialog opened title={`${numeroText(fila)} de ${fila.emisor_nombre}`} onClose={onClose} size="var(--form-dialog-width)">
      <p className={classes.aprende}>Lo que cambie aquí se propondrá también en los demás comprobantes de este proveedor.</p>
      <div className={classes.partes}>
        <Partes fila={fila} propuesta={propuesta} onCorrect={save} />
        {emits(propuesta) && <Serie {...serie} />}
        {propuesta.gasto && (
          <GastoParte fila={fila} gasto={propuesta.gasto} isBusy={isTaking} onTake={(categoria) => void take(categoria)} />
        )}
      </div>
      <div className={classes.acciones}>
        <LinkButton to={pathOf(fila)} variant="default">
          Revisar todo
        </LinkButton>
        <Button busy={isBusy} busyLabel="Registrando…" disabled={isSaving || isTaking} onClick={() => void accept()}>
          {registerText(fila)}
        </Button>
      </div>
    </Dialog>
  )
}

/** Series of the withholding, with a choice if there are several. */
function Serie(retencion: SerieRetencion) {
  const { serie, series, choose } = retencion
  if (!serie || series.length < 2) return <p className={classes.serie}>{serieText(retencion)}</p>
  return (
    <Parte motivo="También para las demás retenciones de esta bandeja, hasta que elija otra.">
      <NativeSelect
        label="Serie de la retención"
        data={[...series]}
        value={serie.value}
        onChange={({ currentTarget: { value } }) => choose(value)}
      />
    </Parte>
  )
}

interface PartesProps extends Omit<PropuestaDialogProps, 'onClose'> {
  onCorrect: (cambio: CorreccionRecibido) => Promise<unknown>
}

function Partes({ fila, propuesta, onCorrect }: PartesProps) {
  const { sustento, motivo, proveedor_nuevo: isNuevo, productos, bodega, retencion } = propuesta
  const { data: bodegas = [] } = useQuery({ ...bodegasQuery(), enabled: bodega !== null })
  const activas = bodegas.filter(({ status }) => status === 'ACTIVO').map(({ id, name }) => ({ value: id, label: name }))
  // Until the warehouses are read, the proposed one is the only option.
  const actual = bodega ? [{ value: bodega.id ?? '', label: bodega.name ?? 'Elija una' }] : []
  const choices = bodega?.id && activas.length > 0 ? activas : [...actual, ...activas.filter(({ value }) => value !== bodega?.id)]
  return (
    <>
      <Parte motivo={isNuevo ? 'No está entre sus personas: se crea con su RUC y su nombre.' : 'Ya está entre sus personas.'}>
        <strong>{isNuevo ? 'Proveedor nuevo' : 'Proveedor conocido'}</strong>
      </Parte>
      <Eleccion
        label="Sustento"
        data={sustentosCompra(fila.tipo, fila.fecha_emision).map(({ codigo, nombre }) => ({
          value: codigo,
          label: `${codigo} · ${nombre}`,
        }))}
        value={sustento}
        motivo={motivo}
        onCorrect={(value) => onCorrect({ sustento: value })}
      />
      <Parte motivo={productos.motivo}>
        <strong>
          {productos.enlazadas === 0
            ? 'Gasto: ninguna línea es un producto'
            : `${productos.enlazadas} de ${productos.lineas} líneas son productos suyos`}
        </strong>
      </Parte>
      {bodega && (
        <Eleccion
          label="Bodega a la que entra"
          data={choices}
          value={bodega.id ?? ''}
          motivo={bodega.motivo}
          onCorrect={(value) => onCorrect({ bodega_id: value })}
        />
      )}
      <Retencion retencion={retencion} onCorrect={onCorrect} />
    </>
  )
}

function Retencion({ retencion, onCorrect }: { retencion: PropuestaRecibido['retencion']; onCorrect: PartesProps['onCorrect'] }) {
  const { operacion, motivo_operacion: motivo, propuesta, retenido, razon, emitir } = retencion
  if (!propuesta) return razon !== null && <Parte motivo={razon}>{<strong>Sin retención</strong>}</Parte>
  return (
    <>
      <Eleccion
        label="Qué se compró"
        data={OPERACION_OPTIONS}
        value={operacion}
        motivo={motivo}
        onCorrect={(value) => onCorrect({ operacion: value })}
      />
      {razon === null ? <Propuesta propuesta={propuesta} /> : <Parte motivo={razon}>{<strong>Sin retención</strong>}</Parte>}
      {retenido > 0 && mayWithhold() && (
        <Checkbox
          label={`Emitir al registrar la retención de ${displayMonto(retenido)}`}
          checked={emitir}
          onChange={({ currentTarget: { checked } }) => void onCorrect({ retener: checked })}
        />
      )}
    </>
  )
}
