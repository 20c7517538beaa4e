const NOMBRE = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** Whether an entry of a place is an object of ours: anything else that lies there is passed over. */
export const isObjeto = (nombre: string): boolean => NOMBRE.test(nombre)

/** The entry that says whose files a place has. */
export const MARCA = 'instalacion'
