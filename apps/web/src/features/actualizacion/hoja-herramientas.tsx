import { parseEntrada } from '@yupana/fiscal'
import { IconArrowBackUp, IconArrowForwardUp, IconArrowBarToDown } from '@tabler/icons-react'
import { useState } from 'react'

import { Button, IconButton } from '../../components/button.tsx'
import { NativeSelect } from '../../components/native-select.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { useIsPhone } from '../../components/theme/viewport.ts'
import { addNotice } from '../../lib/pagina/notices.ts'
import { montosEn, OPERACIONES, operarRango, REDONDEOS, rellenar, type Operacion, type Redondeo } from './hoja-operaciones.ts'
import classes from './hoja.module.css'
import type { ControlHoja } from './use-hoja.ts'

const plural = (n: number, one: string, several: string) => `${n.toLocaleString('en-US')} ${n === 1 ? one : several}`

/** «Precio, de A-001 a A-014: 14 celdas» */
function elegidasText({ filas, columnas, rango }: ControlHoja): string {
  const [first, last] = [filas[rango.fila1], filas[rango.fila2]]
  if (!first || !last) return 'No hay productos que cambiar.'
  const [from, to] = [columnas[rango.col1], columnas[rango.col2]]
  const which = from === to ? from?.label : `${from?.label} a ${to?.label}`
  const rows = first === last ? `en ${first.code}` : `de ${first.code} a ${last.code}`
  const cells = (rango.fila2 - rango.fila1 + 1) * (rango.col2 - rango.col1 + 1)
  return `${which} ${rows}: ${plural(cells, 'celda elegida', 'celdas elegidas')}`
}

/** Actions on the selected cells; on a phone folded, so that the cells stay in sight. */
export function HojaHerramientas({ hoja }: { hoja: ControlHoja }) {
  const isPhone = useIsPhone()
  return (
    <section className={classes.operaciones} aria-label="Cambiar las celdas elegidas">
      {isPhone ? (
        <details>
          <summary>{elegidasText(hoja)}</summary>
          <Herramientas hoja={hoja} />
        </details>
      ) : (
        <Herramientas hoja={hoja} />
      )}
    </section>
  )
}

function Herramientas({ hoja }: { hoja: ControlHoja }) {
  const [operacion, setOperacion] = useState<Operacion>('SUBIR_PORCENTAJE')
  const [redondeo, setRedondeo] = useState<Redondeo>('CENTAVO')
  const [texto, setTexto] = useState('')
  const [error, setError] = useState<string>()
  const montos = hoja.filas.length === 0 ? 0 : montosEn(hoja, hoja.rango)
  const isBare = operacion === 'REDONDEAR'
  const apply = () => {
    const entrada = parseEntrada(texto)
    if (!isBare && !entrada.ok) return setError(texto.trim() === '' ? 'Escriba un valor.' : entrada.problem)
    const valor = entrada.ok ? entrada.monto : 0
    if (valor < 0) return setError('Escriba un valor sin signo.')
    setError(undefined)
    const { escrituras, saltadas } = operarRango(hoja, hoja.rango, { operacion, valor: isBare ? 0 : valor, redondeo })
    hoja.escribir(escrituras)
    if (saltadas > 0)
      addNotice({
        severity: 'warn',
        detail: `${plural(saltadas, 'celda quedó', 'celdas quedaron')} como estaba: el resultado sería menor que 0.`,
      })
  }
  return (
    <div className={classes.barra}>
      <p className={classes.elegidas} aria-live="polite">
        {elegidasText(hoja)}
      </p>
      <NativeSelect
        label="Operación"
        value={operacion}
        data={[...OPERACIONES]}
        onChange={({ currentTarget: { value } }) => setOperacion(value as Operacion)}
      />
      {!isBare && (
        <TextInput
          label={operacion.endsWith('PORCENTAJE') ? 'Porcentaje' : 'Valor'}
          className={classes.valor ?? ''}
          inputMode="decimal"
          value={texto}
          error={error}
          onChange={({ currentTarget: { value } }) => {
            setTexto(value)
            setError(undefined)
          }}
          onKeyDown={({ key }) => key === 'Enter' && apply()}
        />
      )}
      <NativeSelect
        label="Redondeo"
        value={redondeo}
        data={[...REDONDEOS]}
        onChange={({ currentTarget: { value } }) => setRedondeo(value as Redondeo)}
      />
      <Button disabled={montos === 0} onClick={apply}>
        {montos === 0 ? 'Elija celdas con valores' : `Aplicar a ${plural(montos, 'valor', 'valores')}`}
      </Button>
      <Button
        variant="default"
        leftSection={<IconArrowBarToDown size={16} aria-hidden="true" />}
        disabled={hoja.rango.fila1 === hoja.rango.fila2}
        onClick={() => hoja.escribir(rellenar(hoja, hoja.rango))}
      >
        Rellenar hacia abajo
      </Button>
      <span className={classes.pasos}>
        <IconButton label="Deshacer el último cambio de la hoja" onClick={hoja.deshacer}>
          <IconArrowBackUp size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label="Rehacer" onClick={hoja.rehacer}>
          <IconArrowForwardUp size={18} aria-hidden="true" />
        </IconButton>
      </span>
    </div>
  )
}
