import type pg from 'pg'

/** Stores the last result of a command, for the health page. As yupana_owner. */
export async function tellTarea(
  client: Pick<pg.Pool, 'query'>,
  tarea: 'RESPALDO' | 'INVARIANTES',
  en: string,
  resultado: Record<string, number>,
): Promise<void> {
  await client.query(
    'insert into tarea_hecha (tarea, en, resultado) values ($1, $2, $3) on conflict (tarea) do update set en = excluded.en, resultado = excluded.resultado',
    [tarea, en, JSON.stringify(resultado)],
  )
}
