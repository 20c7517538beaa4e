import { StartError } from '../instalacion/start-error.ts'
import type { MigracionAplicada } from './aplicadas.ts'

/**
 * The migrations replaced by the base (adr/0016), each with the first digits of its SHA-256: an installation with all of them has its
 * tables. All belong to version 0.1.0, which grew by them.
 */
export const ANTERIORES: ReadonlyMap<string, string> = new Map(
  `
  0001_fundacion:b7410799 0002_empresa:5460ee96 0003_usuario:cbab74fc 0004_catalogo:bfd7c46e 0005_documento:3d4df533 0006_correo:5f299c34
  0007_auditoria:eeb4bf89 0008_reclamo:0526d6bc 0009_sesion:ae5b2c98 0010_preferencia:80518519 0012_reloj:fb257901 0013_nota:8b94595c
  0021_retencion:9198b1c7 0031_anulacion:24c05240 0032_registro:019eab5f 0033_preferencia_opciones:0b7fec98 0050_version_puntos:4dc9cf81
  0051_clave_firma:55175bf5 0070_norma:43ad64fe 0071_retencion_pago:74250af2 0080_actor:ce17a2df 0081_impersonacion:c587e4ea
  0091_carta_cuenta:6b2799ea 0092_restablecimiento:2b4dee06 0093_perfil:1d389cba 0100_empleado:1a7555a0 0101_invitacion:9cf37e15
  0110_notificacion:bc97156c 0120_limite_uso:cfdceb92 0121_auditoria_consulta:9008d77e 0130_administracion:adb3f3a3 0130_limpieza:8bb1726d
  0140_segundo_factor:86749916 0150_correo_en_espera:94ad2353 0151_ajuste_correo:64c607e8 0152_plan_aviso:c523ee5b
  0160_administracion_sello:faba0419 0190_sesion_ingresos:f0b61da1 0191_notificacion_descartada:b6768948 0200_sesion_relevo:37ae6be5
  0201_segundo_factor_orden:6ea29f1e 0202_restablecimiento_en_uno:c7154f00 0210_auditoria_de_usuario:1cec95f7 0211_sello_orden:12433824
  0220_carta_html:4d497495 0221_plan_produccion:d5a7eb39 0230_auditoria_sin_sellar:5d619964 0300_nombre_ingreso:23371b6e
  0310_logo_hecho:0d0a0bf9 0330_intento_compartido:e7a10a32 0331_palabras_de_cuenta:cf5f1217 0332_rechazo:d616ff06
  0340_sin_truncate:c5e0eea0 0341_puertas:4d7fac3f 0350_iva_turismo:331c8d57 0360_turno_envio:63f52647 0361_sin_firma:d6f71599
  0362_serie_cercada:ea037725 0370_precio_libre:ff433043 0371_borrador_editado_por:675c8d3f 0372_sesion_aviso:079f31e0
  0380_inactividad:fd6ade6b 0385_condiciones_confirmadas:72486243 0386_correo_sin_constancia:8c50e110 0388_identificacion_probada:73b05ed3
  0390_puertas_super_admin:282a3ee7 0391_puertas_con_plazo:943048f1 0392_identificacion_de_su_gente:9fb9c792 0393_puertas_perfil:e8611a83
  0394_puertas_segundo_factor:a1c247ac 0395_puerta_auditoria:04e32a75 0396_documento_revision:228f4064 0397_nombre_reservado:ec06e5ef
  0401_unidad:dae0b1d5 0402_marca:0dba2f0c 0411_nota_ajena:2138cbde 0412_empresa_sin_administrador:1611e1f7 0413_actualizacion:6e7b6715
  0414_ingreso:26c68ba8 0415_categoria:7d8aeec2 0420_cotizacion:6b71a9b2 0421_callado_desde:15b2d125 0423_bodega:8b574d0a
  0424_kardex:73eabd0f 0430_producto_codigos:affecb2b 0440_producto_imagen:32d9bfde 0446_preferencia_vistas:b8a5300d
  0450_producto_precio:31780397 0452_cotizacion_enlace:b276ca6d 0460_carga:f2f4f3b2 0470_compra:c3063509 0480_firma_solicitud:2cb3403f
  0482_gasto_personal:c07a17fa 0490_declaracion:311a8394 0494_recibido:a377e838 0500_tienda:ad1822aa 0520_tienda_factura:31948040
  0521_obligacion:cfa3811b 0530_cartera:863e10ea 0540_metodo_costo:06d298c3 0542_limite_credito:c14e9c6e 0543_mensaje_correo:75b426dc
  0550_orden_emision:0ebf9783 0552_firma_uso:89ed2168 0553_recibido_pedido:87f874f9 0554_documento_enlace:8a3409d5
  0560_equivalencia:1318bc1d 0562_equivalencia_regla:e496c3b9 0563_carga_tipos:2459c60a 0564_carta_cotizacion:a964919f
  0565_correo_ride:ea999f5d 0566_documento_especial:0c032254 0570_recibido_emisor:83ffafa5 0571_cuenta_tipo:eb944d07
  0580_venta_mes:e56c50ce 0620_firma_pagada:9b3ea848 0621_firma_comprobado:30710f64 0622_producto_documentos:48b334c3
  0623_cotizacion_partes:a92a16b3 0630_cotizacion_medir_espera:4dd5796b 0640_firma_pagada_enlazada:ea1a0016 0641_ride_entregado:ef286bb9
  0660_paquete_mensual:05c26913 0670_declaracion_comprada:49f6b4e0 0671_caja:c9e01bbd 0672_cupon:7e1f0155 0690_evento_en:ddf37772
  0691_recordatorio:5c491acc 0692_declaracion_comprada_trabajador:b57c6c7f 0693_recordatorio_debido:57e5443f
  0700_comprada_presentada:1edcbda7 0701_orden_viva:04703590 0710_decision_vista:cc657ce2 0712_tablero_retenidos:1595d7e4
  0713_empresa_de_cotizacion:4de993bd 0714_papelera:e8197cbb 0715_anotacion:cb308026 0770_archivos_presentados:7d493f37
  0771_aviso_obligacion:63906794 0772_tablero_cuenta:97b4bf13 0779_buzon:f872779f 0780_exportacion_ats:db97485b
  0781_anulado_emisor:d01ef1fc 0782_no_corresponde_visto:10748c4f 0796_cotizacion_version:60257d1f 0797_lista_precios:17b0af4f
  0798_estado_adjunto:85ebac9e 0800_guia_factura:d96620c2 0801_combo:a2f41f1a 0802_listas_grandes:49d8d11a
  0803_codigo_barras_trabajador:c3c9ca4b 0804_carga_nombres:2e50a294 0805_invitacion_verificada:2c4b2534 0806_estado_enviado:167fc3a3
  0807_registro_cliente:07cc349c 0808_persona_credito:4f68b21a 0809_persona_direcciones:34a362a3 0810_ver_pagar:3907e501
  0811_persona_unida:fb6373f3 0812_bodega_tomada:c44aa6e5 0813_recibo_correo:abf5deae 0814_persona_condicion:b58b87ec
  0815_enlace_correo:752f211e 0816_condicion_primera:46f77999 0817_condicion_fin:dad5af89 0840_gasto_personal_recibido:71c5086f
  0860_almacen:1ddc7716 0861_regla_proveedor:28fc6608 0870_retencion_elegida:de2a5a87 0871_recibido_rechazo:3482fd83
  0872_almacen_propio:2245e28b 0873_cobro_tarjeta:b64b5acb 0874_iva_semestral:c9067769 0875_cifra_tramo:8e7d70a3
  0876_venta_casillero:6c95e878 0877_regla_elegida:25b3f94e 0878_presentado_largo:3a67eec2 0879_cifra_cambio_limpia:29711d50
  0880_descarga:7e3c931f 0881_cobro_conocido:197a6c78 0882_trabajo:afc29420
  `
    .trim()
    .split(/\s+/)
    .map((entry) => entry.split(':') as [string, string])
    .map(([name, hash]) => [`${name}.sql`, hash]),
)

const ULTIMA = [...ANTERIORES.keys()].at(-1)

/** The applied migrations in terms of today: all those before the base become the base. @throws StartError when one is missing */
export function sinAnteriores(
  aplicadas: readonly MigracionAplicada[],
  base: readonly MigracionAplicada[],
  quien: string,
): MigracionAplicada[] {
  const anteriores = new Map(aplicadas.filter(({ nombre }) => ANTERIORES.has(nombre)).map(({ nombre, sha256 }) => [nombre, sha256]))
  if (anteriores.size === 0) return [...aplicadas]
  const missing = [...ANTERIORES.keys()].find((nombre) => !anteriores.has(nombre))
  if (missing !== undefined)
    throw new StartError(
      `${quien} de una versión anterior de Yupana: falta la migración ${missing}. ` +
        `Actualice primero con la versión 0.1.0 que llega hasta ${ULTIMA}, y después con esta. No se cambió nada.`,
    )
  const other = [...ANTERIORES].find(([nombre, hash]) => !anteriores.get(nombre)?.startsWith(hash))
  if (other !== undefined)
    throw new StartError(`${quien} de otra versión del programa: la migración ${other[0]} no es la que se publicó. No se cambió nada.`)
  return [...base, ...aplicadas.filter(({ nombre }) => !ANTERIORES.has(nombre))]
}
