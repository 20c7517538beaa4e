import { Transition } from '@mantine/core'
import { PASSWORD_BAR, LONG_PASSWORD, isLongPassword, passwordStrength } from '@yupana/fiscal'
import { IconCheck, IconPoint } from '@tabler/icons-react'
import { useState } from 'react'
import { useWatch, type FieldValues } from 'react-hook-form'

import { MOTION } from '../theme/tokens.ts'
import classes from './new-password-field.module.css'
import { PasswordField, type TextFieldProps } from './text-field.tsx'

const FUERZA = { weak: 'Débil', medium: 'Media', strong: 'Fuerte' } as const

/** The server's rules for a new password (O-11). */
export interface Requisitos {
  min_length: number
  lowercase: boolean
  uppercase: boolean
  digit: boolean
}

const rulesOf = ({ min_length, lowercase, uppercase, digit }: Requisitos) => [
  { label: `${min_length} caracteres`, isMet: (text: string) => [...text].length >= min_length },
  ...(lowercase ? [{ label: 'Una minúscula', isMet: (text: string) => /\p{Ll}/u.test(text) }] : []),
  ...(uppercase ? [{ label: 'Una mayúscula', isMet: (text: string) => /\p{Lu}/u.test(text) }] : []),
  ...(digit ? [{ label: 'Un número', isMet: (text: string) => /[0-9]/.test(text) }] : []),
]

/** Field of a new password: while it has the focus, a panel shows its strength and what it lacks. */
export function NewPasswordField({ requisitos, ...field }: TextFieldProps & { requisitos?: Requisitos | undefined }) {
  const [hasFocus, setFocus] = useState(false)
  const password = String(useWatch<FieldValues>({ name: field.name }) ?? '')
  return (
    <div className={classes.field} onFocus={() => setFocus(true)} onBlur={() => setFocus(false)}>
      <PasswordField autoComplete="new-password" {...field} />
      <Transition mounted={hasFocus} transition="fade" duration={MOTION.passwordPanel.in} exitDuration={MOTION.passwordPanel.out}>
        {(style) => (
          <div className={classes.panel} style={style}>
            <Meter password={password} />
            {requisitos && <Rules password={password} requisitos={requisitos} />}
          </div>
        )}
      </Transition>
    </div>
  )
}

/** Requirements of a short password; a long one has none. */
function Rules({ password, requisitos }: { password: string; requisitos: Requisitos }) {
  const isLong = isLongPassword(password)
  return (
    <>
      <ul className={classes.rules} aria-label="Requisitos de la contraseña">
        {rulesOf(requisitos).map(({ label, isMet }) => (
          <li key={label} data-met={isMet(password) || undefined}>
            {isMet(password) ? (
              <IconCheck size={16} aria-label="Cumple:" role="img" />
            ) : (
              <IconPoint size={16} aria-label={isLong ? 'No hace falta:' : 'Falta:'} role="img" />
            )}
            {label}
          </li>
        ))}
      </ul>
      <p className={classes.long} data-met={isLong || undefined}>
        {isLong && <IconCheck size={16} aria-label="Cumple:" role="img" />}O bien {LONG_PASSWORD} caracteres o más de cualquier tipo.
      </p>
    </>
  )
}

function Meter({ password }: { password: string }) {
  const strength = passwordStrength(password)
  return (
    <>
      <div className={classes.track}>
        {strength !== 'empty' && (
          <div className={classes.bar} data-testid="fuerza" data-strength={strength} style={{ width: `${PASSWORD_BAR[strength]}%` }} />
        )}
      </div>
      <p role="status" className={classes.word}>
        {strength === 'empty' ? 'Ingrese una contraseña' : `Seguridad: ${FUERZA[strength]}`}
      </p>
    </>
  )
}
