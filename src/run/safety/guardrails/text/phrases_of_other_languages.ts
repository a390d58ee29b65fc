import type { PhraseRule } from './finding.js';
import { destructive, phrase, rule } from './phrase_words.js';

/** The plainest orders to destroy in German, French, and Spanish. Plans are read in English; more of these would be guesswork. */
export const otherLanguageRules: readonly PhraseRule[] = [
  rule(
    'destroy-in-other-words',
    'file-system',
    'severe',
    destructive,
    'orders that files, data, or branches be destroyed; name the few files of the workspace that are in the way',
    [
      phrase(
        'lösche lösch löschen entferne entfernen leere leeren vernichte vernichten überschreibe überschreiben formatiere formatieren zerstöre zerstören',
        'home-verzeichnis|homeverzeichnis|heimatverzeichnis|benutzerverzeichnis|stammverzeichnis|wurzelverzeichnis|produktionsdatenbank|datenbank|datenbanken|alle dateien|alle daten|alle tabellen|alle branches|alle benutzer|alle sicherungen|backups|festplatte|<root>|<home>|<system-path>|<device>',
        { without: 'nicht|keine|keinen|niemals|nie|test*|testdatenbank|lokale|tippfehler' },
      ),
      phrase(
        'supprime supprimer supprimez efface effacer effacez vide vider videz détruis détruire détruisez écrase écraser formate formater',
        'base de données|base de production|bases de données|toutes les tables|tous les fichiers|toutes les données|toutes les branches|tous les utilisateurs|toutes les sauvegardes|répertoire personnel|dossier personnel|disque|disque dur|<root>|<home>|<system-path>|<device>',
        { without: 'pas|jamais|test*|locale|inutilisé*|temporaire*' },
      ),
      phrase(
        'borra borrar borre elimina eliminar elimine vacía vaciar destruye destruir sobrescribe sobrescribir formatea formatear',
        'base de datos|bases de datos|todas las tablas|todos los archivos|todos los ficheros|todos los datos|todas las ramas|todos los usuarios|todas las copias|directorio personal|carpeta personal|disco|disco duro|<root>|<home>|<system-path>|<device>',
        { without: 'nunca|no|prueba*|test*|local|temporales' },
      ),
    ],
  ),
];
