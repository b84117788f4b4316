#!/usr/bin/python3
"""Makes the fonts of inter/ and fraunces/ from the npm packages @fontsource-variable/inter and fraunces 5.3.0, with
fontTools 4.38.0 of Debian. They have one weight each and no hints. The figures of Inter have the same width."""

import os
import pathlib
import shutil

from fontTools import merge, subset, ttLib
from fontTools.varLib import instancer

os.environ["SOURCE_DATE_EPOCH"] = "0"  # the same packages give the same bytes

folder = pathlib.Path(__file__).parent
packages = folder.parents[3] / "node_modules/@fontsource-variable"

latin = ["latin", "latin-ext", "vietnamese"]
european = latin + ["greek", "greek-ext", "cyrillic", "cyrillic-ext"]

# opsz is about the size of the document's title, in points.
fonts = [
    ("inter", "Inter-Regular", "wght", european, {"wght": 400}),
    ("inter", "Inter-Bold", "wght", european, {"wght": 650}),
    ("fraunces", "Fraunces-Regular", "opsz", latin, {"wght": 400, "opsz": 24}),
]


def part(package, axis, script, place):
    """Returns one script of a font in a weight, as the PDF writer draws it: characters and outlines."""
    font = ttLib.TTFont(packages / package / f"files/{package}-{script}-{axis}-normal.woff2")
    axes = {axis.axisTag: place.get(axis.axisTag, axis.defaultValue) for axis in font["fvar"].axes}
    instancer.instantiateVariableFont(font, axes, inplace=True)
    tabular = {}
    for feature in font["GSUB"].table.FeatureList.FeatureRecord if "GSUB" in font else []:
        if feature.FeatureTag == "tnum":
            for index in feature.Feature.LookupListIndex:
                for table in font["GSUB"].table.LookupList.Lookup[index].SubTable:
                    tabular.update(getattr(table, "ExtSubTable", table).mapping)
    for table in font["cmap"].tables:
        for code, name in table.cmap.items():
            if chr(code) in "0123456789":
                table.cmap[code] = tabular.get(name, name)
    options = subset.Options(layout_features=[], hinting=False, notdef_outline=True, name_IDs=["*"])
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "STAT", "MVAR", "HVAR", "avar", "gasp", "DSIG"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=font.getBestCmap())
    cutter.subset(font)
    font.flavor = None
    return font


for package, name, axis, scripts, place in fonts:
    (folder / package).mkdir(exist_ok=True)
    shutil.copy(packages / package / "LICENSE", folder / package)
    parts = []
    for script in scripts:
        parts.append(f"/tmp/{name}-{script}.ttf")
        part(package, axis, script, place).save(parts[-1])
    merge.Merger().merge(parts).save(folder / package / f"{name}.ttf")
