<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.0" name="level" tilewidth="16" tileheight="16" tilecount="4" columns="4">
 <image source="level.png" width="64" height="16"/>
 <tile id="1">
  <properties>
   <property name="water" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="2" type="Tree"/>
</tileset>
